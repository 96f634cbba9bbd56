import { i18n } from '@parlance/shared/i18n';
import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { sessionStore } from '@parlance/shared/session';
import { reloadKeeping } from '@parlance/shared/ui/reloading';
import { snackbar } from '@parlance/shared/ui/toasts';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import type { Registry } from '../remotes/known/registry.ts';
import { askForReleases, releasesOfPage, type PageReleases } from '../remotes/known/served-releases.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';

/** The poll interval in milliseconds. A release is known within a minute; a hidden page polls when it is seen again. */
export const askEvery = 30_000;

/**
 * Offers to reload the page when another release is served than the one it runs, once for each. Nothing reloads by
 * itself: a person may be in the middle of something, and an open page keeps working. Returns a function that stops it.
 */
export function tellOfReleases(registry: Registry): () => void {
  const page = releasesOfPage(registry.remotes);
  let told = JSON.stringify(page);
  let timer: ReturnType<typeof setInterval> | undefined;
  const look = async () => {
    if (document.visibilityState === 'hidden') return;
    const served = await askForReleases().catch(() => page); // unreachable: retried the next time
    const news = JSON.stringify(served);
    if (news === told || !concerns(served, page, registry)) return;
    told = news;
    snackbar(i18n.t('host:release.available'), {
      action: { label: i18n.t('host:release.reload'), run: reloadKeeping },
    });
  };
  const lookNow = () => void look();
  whenLoadedAndIdle(() => {
    timer = setInterval(lookNow, askEvery);
  });
  document.addEventListener('visibilitychange', lookNow);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookNow);
  };
}

/** Says whether this person may open anything that changed. Others need no reload. */
function concerns(served: PageReleases, page: PageReleases, { remotes, screens }: Registry): boolean {
  if (served.host !== page.host || Object.keys(served.remotes).some((name) => page.remotes[name] === undefined))
    return true;
  const { subject } = sessionStore.getState();
  const changed = remotes.filter(({ base, remote }: RegistryEntry) => served.remotes[remote.name] !== base);
  return screens.some((screen) => changed.includes(screen.remote) && isOpenTo(screen.requires, subject));
}
