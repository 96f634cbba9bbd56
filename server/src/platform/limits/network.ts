import { isIPv6 } from 'node:net';

/**
 * The number of 16-bit groups of an IPv6 address that a provider assigns to one customer, who is free to choose among
 * 2^64 addresses.
 */
const groupsOfNetwork = 4;

/**
 * Returns the network whose acts are counted together: an IPv4 address alone, an IPv6 address with all others of its
 * /64. An IPv4 address that a dual-stack socket shows as IPv6 counts as the IPv4 address.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, groupsOfNetwork)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** Returns all eight groups. The URL parser writes every spelling of an address in its one short form. */
function groupsOf(address: string): number[] {
  const [head, tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const [first, last] = [numbersOf(head), numbersOf(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

const numbersOf = (part = '') => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
