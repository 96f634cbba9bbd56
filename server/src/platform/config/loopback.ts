const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** True if the host is this very machine, where cookies cannot be Secure because there is no TLS. */
export const isLoopback = (hostname: string) => loopback.test(hostname);
