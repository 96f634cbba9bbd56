import type { LookupAddress, LookupOptions } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { RequestError, Server } from 'proxy-chain';

export type TestProxy = {
  /** The value of HTTPS_PROXY and HTTP_PROXY, with the password if there is one. */
  url: string;
  /** The name that errors have for it. */
  name: string;
  /** What it was asked for: `CONNECT host:port` or `GET http://…`. */
  requests: string[];
  /** Answers everything with this status; null lets requests through. */
  setRefusal(status: number | null): void;
  close(): Promise<void>;
};

export type TestProxyOptions = {
  readonly user?: { readonly name: string; readonly password: string };
  readonly tls?: { readonly key: string; readonly cert: string };
};

type LookedUp = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
/** Every name leads to this machine: it is known to the proxy alone. */
const lookUpHere = (_: string, options: LookupOptions, callback: LookedUp) => {
  if (options.all === true) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** A proxy on loopback, for https by tunnels and for http by absolute addresses. */
export async function startProxy({ user, tls }: TestProxyOptions = {}): Promise<TestProxy> {
  let refusal: number | null = null;
  const requests: string[] = [];
  const server = new Server({
    port: 0,
    host: '127.0.0.1',
    ...(tls === undefined ? { serverType: 'http' as const } : { serverType: 'https' as const, httpsOptions: tls }),
    prepareRequestFunction({ request, username, password, hostname, port, isHttp }) {
      requests.push(isHttp ? `${request.method} ${request.url}` : `CONNECT ${hostname}:${port}`);
      if (refusal !== null) throw new RequestError('Refused.', refusal);
      const isKnown = user === undefined || (username === user.name && password === user.password);
      return { requestAuthentication: !isKnown, dnsLookup: lookUpHere as typeof import('node:dns').lookup };
    },
  });
  await server.listen();
  const { port } = server.server.address() as AddressInfo; // the server listens on a port
  const credentials =
    user === undefined ? '' : `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@`;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${credentials}127.0.0.1:${port}`,
    name: `127.0.0.1:${port}`,
    requests,
    setRefusal: (status) => (refusal = status),
    close: () => server.close(true),
  };
}
