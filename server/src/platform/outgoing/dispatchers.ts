import { Agent, type Dispatcher, Pool, ProxyAgent } from 'undici';
import { type Proxy, proxyFor } from './proxies.ts';

/** Returns an undici dispatcher that goes through a proxy, with the timeouts and limits of `options` on both ways. */
export function proxyDispatcher(proxy: Proxy, { connect, ...options }: Agent.Options = {}): Dispatcher {
  const tls = typeof connect === 'object' ? connect : {};
  return new ProxyAgent({
    ...options,
    uri: proxy.url.href,
    proxyTls: tls,
    requestTls: tls,
    factory: (origin, given) => new Pool(origin, { ...options, ...given }),
  });
}

/** Returns a dispatcher for one address, and the proxy that it goes through. */
export function dispatcherTo(url: URL, options: Agent.Options): { dispatcher: Dispatcher; proxy: Proxy | null } {
  const proxy = proxyFor(url);
  return { dispatcher: proxy === null ? new Agent(options) : proxyDispatcher(proxy, options), proxy };
}
