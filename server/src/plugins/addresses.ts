import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const loopback = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** Whether the browser came to this very machine: there cookies cannot be Secure, for want of TLS. */
export const isLoopback = (hostname: string) => loopback.test(hostname);

/** The origin that pages come from: WEB_ORIGIN, else the host the request came to on the web port. */
export function webOrigin(config: Config, request: FastifyRequest): string {
  return config.WEB_ORIGIN ?? `${request.protocol}://${request.hostname}:${config.WEB_PORT}`;
}

/** The origin of the service itself, whose /docs page may call it. */
export function ownOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
