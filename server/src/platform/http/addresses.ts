import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';

/**
 * Where browsers find the pages: as WEB_ORIGIN says, and without it as the request does, whose Host many a proxy
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

/** Whether cookies are Secure: always, but on this very machine without TLS. */
export function areCookiesSecure(settings: SiteSettings, request: FastifyRequest): boolean {
  const { isHttps, isHere } = siteOf(settings, request);
  return isHttps || !isHere;
}

/**
 * Whether browsers are told to come by TLS alone. Of this very machine they are not: other programs of it have the same
 * name.
 */
export function isTlsAlone(settings: SiteSettings, request: FastifyRequest): boolean {
  const { isHttps, isHere } = siteOf(settings, request);
  return isHttps && !isHere;
}

/** What says whether a process is well: monitors ask for it by any name, and it tells nothing else. */
const healthPaths: readonly (string | undefined)[] = ['/healthz', '/readyz'];

/**
 * Whether a request is answered under the name that it came by: without WEB_ORIGIN only where that is this very
 * machine. Any name can be made to lead here (DNS rebinding), and pages of it would pass for ours.
 */
export const isHostKnown = ({ WEB_ORIGIN }: SiteSettings, request: FastifyRequest): boolean =>
  WEB_ORIGIN !== undefined || isLoopback(request.hostname) || healthPaths.includes(request.routeOptions.url);

/** The origin that pages come from: WEB_ORIGIN, else the host the request came to on the web port. */
export function webOrigin(config: Config, request: FastifyRequest): string {
  return config.WEB_ORIGIN ?? `${request.protocol}://${request.hostname}:${config.WEB_PORT}`;
}

/** The origin of the service itself, whose /docs page may call it. */
export function ownOrigin(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}
