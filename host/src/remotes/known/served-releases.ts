import { readPageConfig } from '@parlance/shared/http';
import { servedReleases, type RegistryEntry } from '@parlance/shared/remote/registry';

/** The timeout in milliseconds: a slower response is requested again the next time. */
const patience = 10_000;

/** The releases of this page: that of the host, and the location of each remote's files. */
export type PageReleases = { readonly host: string; readonly remotes: Readonly<Record<string, string>> };

export const releasesOfPage = (remotes: readonly RegistryEntry[]): PageReleases => ({
  host: readPageConfig().release,
  remotes: Object.fromEntries(remotes.map(({ base, remote }) => [remote.name, base])),
});

/** Returns the releases of a page loaded now. Rejects if the web service does not answer. */
export async function askForReleases(): Promise<PageReleases> {
  const answer = await fetch('/registry.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`/registry.json answered ${answer.status}.`);
  return servedReleases.parse(await answer.json());
}

/** Reloads the page if another release of this remote is served by now, or none, because that may fix the failure. */
export async function reloadWhereReplaced({ base, remote }: RegistryEntry): Promise<void> {
  const served = await askForReleases().catch(() => null); // unreachable: nothing to reload either
  if (served !== null && served.remotes[remote.name] !== base) window.location.reload();
}
