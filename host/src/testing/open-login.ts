import { readFileSync } from 'node:fs';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { startLogin } from '../login/login-form.ts';

type Texts = { readonly [key: string]: string | Texts };
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

/** Returns the texts of a language as the login page gets them. */
export const loginTextsIn = (language: string) => ({
  host: JSON.parse(read(`../../locales/${language}.json`)) as Texts, // the locale checks verify the shape
  shared: JSON.parse(read(`../../../shared/locales/${language}.json`)) as Texts,
});
const english = loginTextsIn('en');
const textAt = (key: string) =>
  key
    .split('.')
    .reduce<string | Texts>(
      (level, part) => (typeof level === 'object' ? (level[part] ?? '') : ''),
      english.host,
    ) as string; // a text key of login.html

type Options = {
  /** Path, query and fragment. Without one the page reloads in place, with the history's state. */
  readonly address?: string;
  readonly leave: (path: string) => void;
  /** Additions to the configuration that the web service writes into the page. */
  readonly config?: object;
};

let forgetPageBefore = (): void => undefined;

/** Opens the login page as the web service sends it in English. The previous page's listeners are removed. */
export function openLogin({ address, leave, config = {} }: Options): void {
  forgetPageBefore();
  if (address !== undefined) window.history.replaceState(null, '', address);
  const options = (values: readonly string[]) => values.map((it) => `<option value="${it}">${it}</option>`).join('');
  const page = read('../../pages/login.html')
    .replace(/\{\{text\.([\w.]+)\}\}/g, (_, key: string) => textAt(key))
    .replace('{{{languages}}}', options(['en', 'de-DE']))
    .replace('{{{themes}}}', options(['light', 'dark', 'system']))
    .replaceAll(/\{\{\{?\w+\}?\}\}/g, '');
  document.body.innerHTML = page.slice(page.indexOf('<main>'), page.indexOf('</body>'));
  document.head.replaceChildren();
  document.documentElement.lang = 'en';
  const pageConfig = {
    apiBase: 'http://localhost:3000/api/main',
    language: 'en',
    next: [{ href: '/assets/shell.js', as: 'script' }],
    ...config,
  };
  for (const [id, value] of [
    [pageBlocks.config, pageConfig],
    [pageBlocks.texts, english],
  ] as const) {
    const block = document.createElement('script');
    block.type = 'application/json';
    block.id = id;
    block.textContent = JSON.stringify(value);
    document.body.append(block);
  }
  // Without it the page defers its work by a timer, which would run in a later test.
  if (!('requestIdleCallback' in window)) Object.assign(window, { requestIdleCallback: () => 0 });
  forgetPageBefore = recordListeners(() => startLogin({ leave }));
}

/**
 * Records the listeners that `start` adds to the window and for other tabs, and returns their removal: a test has one
 * window and one channel for all its pages.
 */
function recordListeners(start: () => void): () => void {
  const removals: (() => void)[] = [];
  const recorded = [window, BroadcastChannel.prototype].map((target) => {
    const { addEventListener, removeEventListener } = target;
    target.addEventListener = function add(
      this: EventTarget,
      type: string,
      listener: EventListenerOrEventListenerObject,
    ) {
      removals.push(() => removeEventListener.call(this, type, listener));
      addEventListener.call(this, type, listener);
    };
    return () => (target.addEventListener = addEventListener);
  });
  start();
  for (const restore of recorded) restore();
  return () => removals.forEach((remove) => remove());
}
