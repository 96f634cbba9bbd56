import { onNotice, type Notice } from '@parlance/shared/ui/toasts';
import { whenLoadedAndIdle } from '../../first-paint/when-idle.ts';

type Show = (notice: Notice) => void;

/**
 * Shows the notices of the whole page. The viewport is fetched when the browser is idle, and not with the first notice:
 * that one may say that there is no network. Returns a function that stops it.
 */
export function startNotices(): () => void {
  let viewport: Promise<Show> | null = null;
  const fetchViewport = () => import('./viewport.tsx');
  const mount = async (): Promise<Show> => {
    const { mountViewport } = await fetchViewport();
    return mountViewport();
  };
  whenLoadedAndIdle(() => void fetchViewport().catch(() => undefined) /* the first notice retries, and reports it */);
  return onNotice((notice) => {
    viewport ??= mount();
    viewport.then(
      (show) => show(notice),
      (error: unknown) => {
        viewport = null;
        console.warn(`“${notice.message}” could not be shown: the code for it could not be fetched.`, error);
      },
    );
  });
}
