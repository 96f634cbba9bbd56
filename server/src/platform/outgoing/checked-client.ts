import { Agent, type RequestInit, type Response, fetch } from 'undici';
import { type AddressCheck, type Lookup, checkedConnector } from './checked-connector.ts';
import { connectionsAHost } from './shares.ts';

const headersMaxBytes = 65_536;

/** The client that outgoing.ts uses; a module of its own, because its library is large and loaded on first use. */
export type CheckedClient = {
  /** `standsOpen`: on a connection of its own, of which there are as many as the caller opens. */
  fetch(url: URL, init: RequestInit, standsOpen: boolean): Promise<Response>;
  close(): Promise<void>;
};

export function createClient(isAllowed: AddressCheck, lookup?: Lookup): CheckedClient {
  const agent = (connections: number | null) =>
    new Agent({
      connect: checkedConnector(isAllowed, lookup),
      connections,
      maxHeaderSize: headersMaxBytes,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 1_000,
    });
  const [requests, standing] = [agent(connectionsAHost), agent(null)];
  return {
    fetch: (url, init, standsOpen) => fetch(url, { ...init, dispatcher: standsOpen ? standing : requests }),
    close: async () => void (await Promise.all([requests.destroy(), standing.destroy()])),
  };
}
