const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Whether it is this very machine: there cookies cannot be Secure, for want of TLS. */
export const isLoopback = (hostname: string) => loopback.test(hostname);
