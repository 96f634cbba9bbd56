/** The mobile devices of specification §1. */
const mobileNames = /android|webos|iphone|ipad|ipod|blackberry|iemobile|opera mini/i;

/** Says whether a browser names a mobile device in its user agent. */
export const isMobileDevice = (userAgent: string): boolean => mobileNames.test(userAgent);
