import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { bareHost } from './public-address.ts';

/** A proxy: its URL, with the password in it, and its name, without. */
export type Proxy = { readonly url: URL; readonly name: string };
export type ProxySettings = Partial<Pick<Config, 'HTTPS_PROXY' | 'HTTP_PROXY' | 'NO_PROXY' | 'PROXY_RESOLVES_NAMES'>>;

type Proxies = {
  readonly byProtocol: Readonly<Partial<Record<string, Proxy>>>;
  readonly isExcepted: NonNullable<ProxySettings['NO_PROXY']>;
  readonly resolvesNames: boolean;
};

const proxyOf = (url: URL | undefined): Proxy | undefined => (url === undefined ? undefined : { url, name: url.host });

let current: Proxies | null = null;

/** Sets the proxies of this process; without a proxy in the settings there are none. */
export function useProxies({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY, PROXY_RESOLVES_NAMES = false }: ProxySettings): void {
  const [https, http] = [proxyOf(HTTPS_PROXY), proxyOf(HTTP_PROXY)];
  current =
    https === undefined && http === undefined
      ? null
      : {
          byProtocol: { ...(https && { 'https:': https }), ...(http && { 'http:': http }) },
          isExcepted: NO_PROXY ?? (() => false),
          resolvesNames: PROXY_RESOLVES_NAMES,
        };
}

/** Returns the proxy for an address; null if it is reached directly, as this machine always is. */
export function proxyFor(url: URL): Proxy | null {
  if (current === null) return null;
  const proxy = current.byProtocol[url.protocol];
  if (proxy === undefined || isLoopback(url.hostname.replace(/\.$/, ''))) return null;
  return current.isExcepted(bareHost(url.hostname), url.port || (url.protocol === 'https:' ? '443' : '80'))
    ? null
    : proxy;
}

/** True if the proxy may be asked for names that cannot be looked up here. */
export const proxyResolvesNames = (): boolean => current?.resolvesNames ?? false;
