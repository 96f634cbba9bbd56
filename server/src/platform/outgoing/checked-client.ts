import { Agent, type RequestInit, type Response, fetch } from 'undici';
import { type AddressCheck, type Lookup, checkedConnector } from './checked-connector.ts';
import { connectionsAHost } from './shares.ts';

const headersMaxBytes = 65_536;

/** What outgoing.ts goes out with: apart from it, because its library is large and loaded by whoever goes out. */
export type CheckedClient = {
  fetch(url: URL, init: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

export function createClient(isAllowed: AddressCheck, lookup?: Lookup): CheckedClient {
  const dispatcher = new Agent({
    connect: checkedConnector(isAllowed, lookup),
    connections: connectionsAHost,
    maxHeaderSize: headersMaxBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 1_000,
  });
  return {
    fetch: (url, init) => fetch(url, { ...init, dispatcher }),
    close: () => dispatcher.destroy(),
  };
}
