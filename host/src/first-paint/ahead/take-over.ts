import type { StartShell } from '../waiting-shell.ts';
import type { ShellAhead } from './shell-ahead.ts';

/**
 * Milliseconds, after which the browser is left to load the page: for the page itself, and for what is left of the
 * shell.
 */
const deadlines = { page: 10_000, shell: 30_000 };

type FetchedPage = { readonly page: Document; readonly referrerPolicy: string | null };

/**
 * Shows the page of an address in this document, by the shell that waits here: what the browser would run anew for a
 * page that it loads has been run. False, and nothing has changed, where the browser has to load it: another release, a
 * page of another program, a redirect, an answer that does not come. `giveWay` ends what this page listens to.
 */
export async function takeOver(path: string, shell: ShellAhead, giveWay: () => void): Promise<boolean> {
  let fetched: FetchedPage;
  let start: StartShell;
  try {
    [fetched, start] = await Promise.all([fetchPage(path), inTime(shell.start)]);
  } catch (error) {
    console.warn('The browser loads the page.', error);
    return false;
  }
  if (!isOfShell(fetched.page, shell)) return false;
  giveWay();
  window.history.replaceState(null, '', path);
  put(fetched, shell);
  // What has been asked early may go on, and the frame is seen, before the shell is busy.
  await new Promise((resolve) => setTimeout(resolve));
  try {
    await start(performance.now());
  } catch (error) {
    console.error('The shell could not be started behind the login page; the page is loaded anew.', error);
    window.location.reload();
  }
  return true;
}

async function fetchPage(path: string): Promise<FetchedPage> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(deadlines.page) });
  if (!answer.ok || answer.redirected)
    throw new Error(`${path} answered ${answer.status}${answer.redirected ? ` from ${answer.url}` : ''}.`);
  return {
    page: new DOMParser().parseFromString(await answer.text(), 'text/html'),
    referrerPolicy: answer.headers.get('referrer-policy'),
  };
}

/** A connection that hangs must not hold whoever has signed in. */
const inTime = (start: Promise<StartShell>) =>
  Promise.race([
    start,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('The shell did not come.')), deadlines.shell)),
  ]);

/** Of the very release that waits. The page of another program has other scripts. */
const isOfShell = (page: Document, { scripts }: ShellAhead) =>
  JSON.stringify([...page.querySelectorAll('head script[src]')].map((it) => it.getAttribute('src'))) ===
  JSON.stringify(scripts);

/**
 * Puts a page in the place of this one. Its scripts do not run: the shell's have, and what the one in the page does is
 * done (askEarly).
 */
function put({ page, referrerPolicy }: FetchedPage, { sheets }: ShellAhead): void {
  const { documentElement: root, head, body } = document;
  for (const name of root.getAttributeNames()) root.removeAttribute(name);
  for (const { name, value } of page.documentElement.attributes) root.setAttribute(name, value);
  const gone = [
    ...head.querySelectorAll<HTMLElement>('meta[name], link[rel="stylesheet"], link[rel="prefetch"]'),
  ].filter((it) => !sheets.some((sheet) => sheet === it));
  // The policy came with the login page, and is stricter there.
  if (referrerPolicy !== null)
    head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: referrerPolicy }));
  head.append(...page.head.querySelectorAll('meta[name], link[rel="preload"], link[rel="preconnect"]'));
  for (const sheet of sheets) sheet.media = 'all';
  document.title = page.title;
  body.replaceWith(page.body);
  for (const it of gone) it.remove();
}
