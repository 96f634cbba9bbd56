import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** One entry of NO_PROXY: the hosts it names, and their port if it names one. */
type Entry = { readonly port: string | null; covers(host: string, address: ipaddr.IPv4 | ipaddr.IPv6 | null): boolean };
/** The addresses that are reached without a proxy, each by its host in lower case and its port. */
export type NoProxy = (host: string, port: string) => boolean;

/** The maximal length of the setting, and of the hosts in it. */
const maxLength = 20_000;
const name = /^(\*\.|\.)?[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?\.?$/;

/**
 * Reads NO_PROXY: entries between commas or spaces, as curl has them. A name stands for itself and all below it, also
 * with a dot before it; `*.example.org` for those below alone; `*` for everything. An address may be a network (CIDR),
 * and all but a network may name a port. Null if an entry is none of that.
 */
export function readNoProxy(text: string): NoProxy | null {
  if (text.length > maxLength) return null;
  const entries = text
    .toLowerCase()
    .split(/[,\s]+/)
    .filter((entry) => entry !== '')
    .map(readEntry);
  if (entries.some((entry) => entry === null)) return null;
  return (host, port) => {
    const bare = host.replace(/\.$/, '');
    const address = addressIn(bare);
    return entries.some(
      (entry) => entry !== null && (entry.port === null || entry.port === port) && entry.covers(bare, address),
    );
  };
}

function readEntry(entry: string): Entry | null {
  const network = networkIn(entry);
  if (network !== null)
    return { port: null, covers: (_, address) => address?.kind() === network[0].kind() && address.match(network) };
  const [, bracketed, plain, port = null] =
    /^(?:\[([\da-f:.]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(entry) ?? (isIP(entry) === 6 ? [entry, entry] : []);
  const host = bracketed ?? plain;
  if (host === undefined) return null;
  const wanted = addressIn(host);
  if (wanted !== null) return { port, covers: (_, address) => address?.toString() === wanted.toString() };
  if (host === '*') return { port, covers: () => true };
  if (bracketed !== undefined || !name.test(host)) return null;
  const suffix = host.replace(/^\*?\./, '').replace(/\.$/, '');
  const isBelowOnly = host.startsWith('*.');
  return { port, covers: (asked) => asked.endsWith(`.${suffix}`) || (!isBelowOnly && asked === suffix) };
}

function networkIn(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  const [, address = '', prefix] = /^\[?([\da-f.:]+)\]?\/(\d{1,3})$/.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) return null;
  return ipaddr.parseCIDR(`${address}/${prefix}`);
}

/** Parses a literal address; an IPv4 address inside of IPv6 is that address. */
const addressIn = (host: string): ipaddr.IPv4 | ipaddr.IPv6 | null => (isIP(host) === 0 ? null : ipaddr.process(host));
