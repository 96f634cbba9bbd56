import ipaddr from 'ipaddr.js';

/**
 * The range of global unicast (RFC 4291). Anything outside, such as the old notation of an IPv4 address, leads
 * elsewhere.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if an address belongs to the public internet: not to this machine, its network, a link, a provider's inside, and
 * not one that hides another (IPv4-mapped, 6to4, Teredo, NAT64).
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast); // the kind says which it is
}

/** Returns the host of an address without the brackets of IPv6. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();

/** Matches names of a local network: without a dot, or in a domain that no registry assigns (RFC 6761, 6762, 8375). */
const ownNames = /^[^.]+$|\.(local|localhost|internal|home\.arpa)$/;

/** True if a host name can only be one of a local network. */
export const isOwnName = (host: string): boolean => ownNames.test(host);
