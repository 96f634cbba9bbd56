import { isIP } from 'node:net';
import type { AddressCheck, Lookup } from './checked-connector.ts';
import { NameOfProxy, OutgoingFailure } from './outgoing-failure.ts';
import { proxyResolvesNames } from './proxies.ts';
import { bareHost, isOwnName, isPublicAddress } from './public-address.ts';
import { lookUpPublic } from './public-lookup.ts';

/** The time limit of a lookup whose answer may be left to the proxy: where there are no name servers, each asks. */
const askedBeforeProxyMs = 1_000;

/**
 * Throws unless an address may be asked of a proxy, which looks its name up again: literal addresses and names lead to
 * the public internet, or the operator lists them. A name that nobody here knows is left to the proxy only if a setting
 * says so, and never one that is of a local network by its form.
 */
export async function requireLeadingOut(url: URL, isAllowed: AddressCheck, lookup?: Lookup): Promise<void> {
  const host = bareHost(url.hostname).replace(/\.$/, '');
  if (isAllowed(bareHost(url.hostname), url.port || (url.protocol === 'https:' ? '443' : '80'))) return;
  const asksProxy = proxyResolvesNames();
  const lookUp = lookup ?? ((name) => lookUpPublic(name, asksProxy ? { timeoutMs: askedBeforeProxyMs } : {}));
  const addresses = isIP(host) === 0 ? await lookUp(host).catch(() => []) : [{ address: host }];
  if (addresses.length === 0 && !isOwnName(host)) {
    if (asksProxy) return;
    throw new NameOfProxy(host);
  }
  if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
    throw new OutgoingFailure('address_refused', `“${host}” leads to no public address.`);
}
