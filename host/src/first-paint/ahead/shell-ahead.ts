import { type StartShell, waitingKey } from '../waiting-shell.ts';
import { whenIdle } from '../when-idle.ts';
import { prefetch } from './prefetch.ts';

/** The shell that is loaded behind the login page. */
export type ShellAhead = {
  readonly scripts: readonly string[];
  /** They apply to nothing yet. */
  readonly sheets: readonly HTMLLinkElement[];
  /** When all of it is there. Rejects where it does not come. */
  readonly start: Promise<StartShell>;
};

/**
 * Loads the shell behind this page: it is fetched after everything else, then its code runs until it would start, and
 * waits there (host/src/first-paint/waiting-shell.ts).
 */
export function loadShellAhead(files: readonly string[]): ShellAhead {
  const scripts = files.filter((file) => file.endsWith('.js'));
  const sheets = files
    .filter((file) => file.endsWith('.css'))
    .map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'not all', href }));
  // Style elements of the shell need the nonce of this page's policy, which it looks for at its own sheet.
  const { nonce } = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][nonce]') ?? {};
  for (const sheet of sheets) sheet.setAttribute('nonce', nonce ?? '');
  const programs = scripts.map((src) => Object.assign(document.createElement('script'), { async: false, src }));
  const waits = new Promise<StartShell>((resolve) => Object.assign(globalThis, { [waitingKey]: resolve }));
  const run = async () => {
    const loaded = allLoaded([...sheets, ...programs]);
    document.head.append(...sheets, ...programs);
    await loaded;
    return waits;
  };
  const start = fetched(files)
    .then(() => new Promise<void>(whenIdle))
    .then(run);
  // Whoever signs in hears of it; who does not misses nothing.
  start.catch(() => undefined);
  return { scripts, sheets, start };
}

/** Safari has no prefetch, and would never say that it is done. */
async function fetched(files: readonly string[]): Promise<void> {
  if (document.createElement('link').relList.supports('prefetch'))
    await allLoaded(prefetch(files.map((href) => ({ href, as: href.endsWith('.css') ? 'style' : 'script' }))));
}

const allLoaded = (elements: readonly HTMLElement[]) =>
  Promise.all(
    elements.map(
      (element) =>
        new Promise<void>((resolve, reject) => {
          element.addEventListener('load', () => resolve(), { once: true });
          element.addEventListener('error', () => reject(new Error(`${element.outerHTML} could not be loaded.`)), {
            once: true,
          });
        }),
    ),
  );
