import { type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import { lookUp as lookUpListed } from './look-up.ts';
import { OutgoingFailure } from './outgoing-failure.ts';
import { bareHost, isPublicAddress } from './public-address.ts';
import { lookUpPublic } from './public-lookup.ts';

export type AddressCheck = (host: string, port: string) => boolean;
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** The number of a host's addresses that are tried. */
const addressesAtMost = 3;
const connectTimeoutMs = 10_000;

/**
 * Connects to public addresses only. A name is looked up once, and the connection goes to an address that was checked:
 * a later change of the name has no effect. The peer of the open connection is checked again.
 */
export function checkedConnector(isAllowed: AddressCheck, lookup?: Lookup): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    const isOpen = isAllowed(host, port);
    connectTo(host, isOpen)
      .then((socket) => callback(null, socket))
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null));

    async function connectTo(name: string, isTrusted: boolean) {
      const lookUp = lookup ?? (isTrusted ? lookUpListed : lookUpPublic);
      const found = isIP(name) === 0 ? (await lookUp(name)).map(({ address }) => address) : [name];
      const addresses = isTrusted ? found : found.filter(isPublicAddress);
      if (addresses.length === 0) throw new OutgoingFailure('address_refused', `“${name}” leads to no public address.`);
      let failure: unknown;
      for (const address of addresses.slice(0, addressesAtMost)) {
        try {
          return await open(address, isTrusted);
        } catch (error) {
          failure = error;
        }
      }
      throw failure;
    }

    function open(address: string, isTrusted: boolean) {
      type Socket = Exclude<Parameters<typeof callback>[1], null>;
      return new Promise<Socket>((resolve, reject) => {
        const servername = options.servername ?? (isIP(host) === 0 ? host : undefined);
        connect(
          { ...options, hostname: address, ...(servername === undefined ? {} : { servername }) },
          (...[error, socket]) => {
            if (error !== null) return reject(error);
            if (isTrusted || isPublicAddress(socket.remoteAddress ?? '')) return resolve(socket);
            socket.destroy();
            reject(
              new OutgoingFailure('address_refused', `The connection led to ${socket.remoteAddress ?? 'nowhere'}.`),
            );
          },
        );
      });
    }
  };
}
