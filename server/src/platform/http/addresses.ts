import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

/**
 * Returns the site that browsers see: from WEB_ORIGIN if set, otherwise from the request, whose Host many a proxy
 * replaces by its own.
 */
function siteOf(
  { WEB_ORIGIN }: SiteSettings,
  request: FastifyRequest,
): { readonly isHttps: boolean; readonly isHere: boolean } {
  const { protocol, hostname } = WEB_ORIGIN === undefined ? request : new URL(WEB_ORIGIN);
  return { isHttps: /^https:?$/.test(protocol), isHere: isLoopback(hostname) };
}

type SiteSettings = Pick<Config, 'WEB_ORIGIN'>;

/** True if cookies must be Secure: always, except on this very machine without TLS. */
export function areCookiesSecure(settings: SiteSettings, request: FastifyRequest): boolean {
  const { isHttps, isHere } = siteOf(settings, request);
  return isHttps || !isHere;
}

/** True if browsers are told to use TLS only (HSTS). Not on this very machine: other programs of it share the name. */
export function isTlsAlone(settings: SiteSettings, request: FastifyRequest): boolean {
  const { isHttps, isHere } = siteOf(settings, request);
  return isHttps && !isHere;
}

/** Health endpoints, which monitors call by any host name and which reveal nothing else. */
const healthPaths: readonly (string | undefined)[] = ['/healthz', '/readyz'];

/**
 * True if a request is served under the host name it came with: without WEB_ORIGIN only if that is this very machine.
 * Any name can be made to resolve here (DNS rebinding), and its pages would pass for ours.
 */
export const isHostKnown = ({ WEB_ORIGIN }: SiteSettings, request: FastifyRequest): boolean =>
  WEB_ORIGIN !== undefined || isLoopback(request.hostname) || healthPaths.includes(request.routeOptions.url);

/** Returns the origin of the pages: WEB_ORIGIN, or else the host of the request on the web port. */
export function webOrigin(config: Config, request: FastifyRequest): string {
  return config.WEB_ORIGIN ?? `${request.protocol}://${request.hostname}:${config.WEB_PORT}`;
}

/** Returns the origin of the service itself, whose /docs page may call it. */
export function ownOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
