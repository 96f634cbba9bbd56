import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** The time limit of all servers and tries together. */
const limitMs = 5_000;
const tryMs = 1_500;
const tries = 2;

type Settings = { readonly servers?: readonly string[]; readonly timeoutMs?: number };

/**
 * Resolves a name that people gave, using name servers only. The system's lookup blocks one of the few threads that all
 * lookups and files of the process share, for as long as it likes; this one blocks none, and gives up.
 */
export async function lookUpPublic(
  hostname: string,
  { servers, timeoutMs = limitMs }: Settings = {},
): Promise<readonly LookupAddress[]> {
  const resolver = new Resolver({ timeout: Math.min(tryMs, timeoutMs), tries });
  if (servers !== undefined) resolver.setServers(servers);
  const late = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    clearTimeout(late);
  }
}
