import { readPageConfig } from '@parlance/shared/http';
import { servedReleases, type RegistryEntry } from '@parlance/shared/remote/registry';

/** Milliseconds: an answer that takes longer is asked for again the next time. */
const patience = 10_000;

/** What this page is made of: the release of the host, and where the files of each remote stand. */
export type PageReleases = { readonly host: string; readonly remotes: Readonly<Record<string, string>> };

export const releasesOfPage = (remotes: readonly RegistryEntry[]): PageReleases => ({
  host: readPageConfig().release,
  remotes: Object.fromEntries(remotes.map(({ base, remote }) => [remote.name, base])),
});

/** The same for a page loaded now. Rejects where the web service does not answer. */
export async function askForReleases(): Promise<PageReleases> {
  const answer = await fetch('/registry.json', { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`/registry.json answered ${answer.status}.`);
  return servedReleases.parse(await answer.json());
}

/**
 * Reloads the page where another release of this remote is served by now, or none, because that may fix the failure.
 */
export async function reloadWhereReplaced({ base, remote }: RegistryEntry): Promise<void> {
  const served = await askForReleases().catch(() => null); // not reached: then there is nothing to reload either
  if (served !== null && served.remotes[remote.name] !== base) window.location.reload();
}
