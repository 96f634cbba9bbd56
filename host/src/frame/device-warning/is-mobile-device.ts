/** Specification §1. */
const mobileNames = /android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini/i;

/** Whether a browser names a mobile device in its agent string. */
export const isMobileDevice = (userAgent: string): boolean => mobileNames.test(userAgent);
