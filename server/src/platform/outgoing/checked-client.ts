import { Agent, type Dispatcher, type RequestInit, type Response, fetch } from 'undici';
import { type AddressCheck, type Lookup, checkedConnector } from './checked-connector.ts';
import { requireLeadingOut } from './checked-name.ts';
import { proxyDispatcher } from './dispatchers.ts';
import { connectionLookup } from './look-up.ts';
import { proxyFor } from './proxies.ts';
import { namingProxy } from './proxy-failure.ts';
import { connectionsAHost } from './shares.ts';

const headersMaxBytes = 65_536;
const connectToProxyMs = 10_000;

/** The client that outgoing.ts uses; a module of its own, because its library is large and loaded on first use. */
export type CheckedClient = {
  /** `standsOpen`: on a connection of its own, of which there are as many as the caller opens. */
  fetch(url: URL, init: RequestInit, standsOpen: boolean): Promise<Response>;
  close(): Promise<void>;
};

export function createClient(isAllowed: AddressCheck, lookup?: Lookup): CheckedClient {
  const options = (connections: number | null) => ({
    connections,
    maxHeaderSize: headersMaxBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 1_000,
  });
  const agent = (connections: number | null) =>
    new Agent({ ...options(connections), connect: checkedConnector(isAllowed, lookup) });
  const [requests, standing] = [agent(connectionsAHost), agent(null)];
  const throughProxies = new Map<string, Dispatcher>();

  /** Sends a request through a proxy, if there is one for it, with an address that was checked as well as can be. */
  async function send(url: URL, init: RequestInit, standsOpen: boolean): Promise<Response> {
    const proxy = proxyFor(url);
    if (proxy === null) return fetch(url, { ...init, dispatcher: standsOpen ? standing : requests });
    await requireLeadingOut(url, isAllowed, lookup);
    const key = `${standsOpen} ${proxy.url.href}`;
    const connect = { timeout: connectToProxyMs, lookup: connectionLookup };
    const dispatcher =
      throughProxies.get(key) ?? proxyDispatcher(proxy, { ...options(standsOpen ? null : connectionsAHost), connect });
    throughProxies.set(key, dispatcher);
    try {
      return await fetch(url, { ...init, dispatcher });
    } catch (error) {
      throw namingProxy(error, proxy);
    }
  }

  return {
    fetch: send,
    close: async () => {
      await Promise.all([requests, standing, ...throughProxies.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}
