import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { ownOrigin } from './addresses.ts';

const settingsOf = {
  main: { url: 'API_URL', port: 'API_PORT' },
  charts: { url: 'CHARTS_URL', port: 'CHARTS_PORT' },
  payment: { url: 'PAYMENT_URL', port: 'PAYMENT_PORT' },
} as const satisfies Record<ServiceName, object>;
const serviceNames = ['main', 'charts', 'payment'] as const satisfies readonly ServiceName[];

/**
 * Returns the path of the web origin below which a service is served. On its own port it is served there as well as at
 * the root.
 */
export const prefixOf = (service: ServiceName): string => `/api/${service}`;

/** Matches a raw request target: a path, or a whole address (RFC 9112 §3.2.2). Nothing of it is decoded or resolved. */
const prefixed = new RegExp(`^(?:https?://[^/?#]*)?/api/(${serviceNames.join('|')})(?=[/?#]|$)`);

type Target = { readonly service: ServiceName; /** The target without the prefix. */ readonly rest: string };

/** Splits the prefix off a request target and returns the service it names; null if it has none. */
export function splitTarget(target: string): Target | null {
  const [whole = '', name] = prefixed.exec(target) ?? [];
  const service = serviceNames.find((it) => it === name);
  if (service === undefined) return null;
  const rest = target.slice(whole.length);
  return { service, rest: rest.startsWith('/') ? rest : `/${rest}` };
}

/** Returns the target as the service itself knows it: without its prefix, if it has one. */
export function ownTarget(service: ServiceName, target: string): string {
  const split = splitTarget(target);
  return split?.service === service ? split.rest : target;
}

/** Returns the path below which the client finds the service: the prefix the request was sent to, or nothing. */
export function ownPath({ originalUrl }: FastifyRequest): string {
  const split = splitTarget(originalUrl);
  return split === null ? '' : prefixOf(split.service);
}

/**
 * Returns the URL at which a page finds a service, without a final slash: the setting's; else a path below the page's
 * own origin, if this process answers for the service there (`neighbours`); else the service's own port on the host
 * that the page came from.
 */
export function baseFor(
  service: ServiceName,
  {
    config,
    request,
    neighbours,
  }: { readonly config: Config; readonly request: FastifyRequest; readonly neighbours: ReadonlySet<ServiceName> },
): string {
  const { url, port } = settingsOf[service];
  return (
    config[url] ??
    (neighbours.has(service) ? prefixOf(service) : `${request.protocol}://${request.hostname}:${config[port]}`)
  );
}

/** Returns the public URL of the main API, without a final slash: API_URL, or else that of this request. */
export const mainAddress = ({ API_URL }: Config, request: FastifyRequest): string =>
  API_URL ?? `${ownOrigin(request)}${ownPath(request)}`;
