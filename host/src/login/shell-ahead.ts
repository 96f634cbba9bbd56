import { type StartShell, waitingKey } from '../waiting-shell.ts';

/** The shell that is loaded behind the login page. */
export type ShellAhead = {
  readonly scripts: readonly string[];
  /** They apply to nothing yet. */
  readonly sheets: readonly HTMLLinkElement[];
  /** When all of it is there. Rejects where it does not come. */
  readonly start: Promise<StartShell>;
};

/** Loads the shell behind this page: its code runs until it would start, and waits there (host/src/waiting-shell.ts). */
export function loadShellAhead(files: readonly string[]): ShellAhead {
  const [sheets, scripts] = [files.filter((file) => file.endsWith('.css')), files.filter((file) => file.endsWith('.js'))];
  // Style elements of the shell need the nonce of this page's policy, which it looks for at its own sheet.
  const { nonce } = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"][nonce]') ?? {};
  const links = sheets.map((href) => Object.assign(document.createElement('link'), { rel: 'stylesheet', media: 'not all', href }));
  for (const link of links) link.setAttribute('nonce', nonce ?? '');
  const programs = scripts.map((src) => Object.assign(document.createElement('script'), { async: false, src }));
  const waits = new Promise<StartShell>((resolve) => Object.assign(globalThis, { [waitingKey]: resolve }));
  const loaded = [...links, ...programs].map(untilLoaded);
  document.head.append(...links, ...programs);
  const start = Promise.all(loaded).then(() => waits);
  // Whoever signs in hears of it; who does not misses nothing.
  start.catch(() => undefined);
  return { scripts, sheets: links, start };
}

const untilLoaded = (element: HTMLElement) =>
  new Promise<void>((resolve, reject) => {
    element.addEventListener('load', () => resolve(), { once: true });
    element.addEventListener('error', () => reject(new Error(`${element.outerHTML} could not be loaded.`)), { once: true });
  });
