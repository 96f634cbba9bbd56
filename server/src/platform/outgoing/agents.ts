import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connectionLookup } from './look-up.ts';
import { type Proxy, proxyFor } from './proxies.ts';

/** Agents of Node for one way out: a proxy, or none. */
type Agents = { readonly plain: HttpAgent; readonly secure: HttpsAgent };

// The next request finds a connection that is open.
const options = { keepAlive: true, lookup: connectionLookup };
const direct: Agents = { plain: new HttpAgent(options), secure: new HttpsAgent(options) };
const proxied = new Map<string, Agents>();

function agentsThrough({ url: { href } }: Proxy): Agents {
  const known = proxied.get(href);
  if (known !== undefined) return known;
  const opened = {
    plain: new HttpAgent({ ...options, proxyEnv: { HTTP_PROXY: href } }),
    secure: new HttpsAgent({ ...options, proxyEnv: { HTTPS_PROXY: href } }),
  };
  proxied.set(href, opened);
  return opened;
}

/** The agent for requests of node:http and node:https to an address, and the proxy that it goes through. */
export type Route = { readonly agent: HttpAgent; readonly proxy: Proxy | null };

/** Returns the route to an address. */
export function routeTo(url: URL): Route {
  const proxy = proxyFor(url);
  const { plain, secure } = proxy === null ? direct : agentsThrough(proxy);
  return { agent: url.protocol === 'https:' ? secure : plain, proxy };
}
