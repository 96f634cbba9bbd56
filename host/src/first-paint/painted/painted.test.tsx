import { readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '@parlance/shared/contract/values/language';
import { sessionStore, unknownSession } from '@parlance/shared/session';
import { fakeServer, renderRoutes } from '@parlance/shared/testing';
import { readRegistry } from '../../remotes/known/registry.ts';
import { routesFor } from '../../frame/routes.tsx';
import { plainLoader } from '../../testing/loaders.ts';
import { registryLine } from '../../testing/registry-lines.ts';
import { paint } from './painted.tsx';

fakeServer(); // brings the page's configuration
const remotes = [
  registryLine('chat', [
    {
      id: 'home',
      path: '/',
      titles: { en: 'Home', 'de-DE': 'Startseite' },
      menu: { section: 'chat', icon: 'home', order: 10 },
      outline: { width: 900, parts: ['bar', 'cards', 'a part of tomorrow'] },
    },
    { id: 'dialogue', path: '/dialogue/:dialogueId', outline: { parts: ['talk'] } },
  ]),
  registryLine('studio', [
    { id: 'agents', path: '/agents', menu: { section: 'studio', icon: 'robot', order: 10 } },
    {
      id: 'templates',
      path: '/templates',
      menu: { section: 'studio', icon: 'template', order: 20 },
      requires: { feature: 'prompt_template' },
    },
    { id: 'schedules', path: '/schedules', menu: { section: 'studio', icon: 'clock', order: 30 } },
  ]),
  registryLine('admin', [
    {
      id: 'governance',
      path: '/governance',
      children: [':ruleId'],
      menu: { section: 'admin', icon: 'safety', order: 10 },
      requires: { role: 'admin', feature: 'governance' },
    },
  ]),
  registryLine('registration', [{ id: 'register', path: '/terms/register', requires: 'public', frame: 'page' }]),
];
const chat = remotes[0]!;
chat.remote.rail = { action: { titles: { en: 'New dialogue' }, to: '/#ask', icon: 'plus' } };

/** The texts as the build puts them beside the page. */
const textsIn = (language: string) => {
  const read = (program: string) =>
    JSON.parse(
      readFileSync(
        path.join(import.meta.dirname, '..', '..', '..', '..', program, 'locales', `${language}.json`),
        'utf8',
      ),
    ) as object;
  return { host: read('host'), shared: read('shared') };
};
type Options = Partial<Parameters<typeof paint>[0]>;
const paintAt = (where: string, given: Options = {}) =>
  paint({
    path: where,
    language: 'en',
    texts: textsIn('en'),
    remotes,
    userAgent: navigator.userAgent,
    isCollapsed: false,
    ...given,
  });
const asNodes = (html: string) => document.createRange().createContextualFragment(html);
const shownIn = (html: string, selector: string) =>
  [...asNodes(html).querySelectorAll(selector)].map((it) => it.textContent);

/**
 * What differs by intent: of what only code can do nothing can be done yet, and who has no room for the rail sees its
 * button.
 */
function withoutWhatWaits(frame: Element | null): string {
  const copy = document.createElement('div');
  if (frame !== null) copy.append(frame.cloneNode(true));
  for (const dialog of copy.querySelectorAll('dialog, [aria-label="Open menu"]')) dialog.remove();
  for (const element of copy.querySelectorAll('*'))
    for (const name of ['disabled', 'data-painted', 'data-discover']) element.removeAttribute(name);
  // One program writes a style with spaces, the other without.
  for (const element of copy.querySelectorAll<HTMLElement>('[style]'))
    element.setAttribute('style', element.style.cssText);
  return copy.innerHTML;
}

beforeEach(() => {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: false,
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  document.cookie = 'rail=; path=/; max-age=0';
  sessionStore.setState(unknownSession, true);
});

test.each([
  { where: '/', isCollapsed: false },
  { where: '/', isCollapsed: true },
  { where: '/dialogue/7', isCollapsed: false },
  { where: '/governance/7', isCollapsed: false },
  { where: '/profile', isCollapsed: false },
  { where: '/no/such/screen', isCollapsed: false },
])(
  'at $where (folded: $isCollapsed) the page is painted as the shell draws it before it knows who is there',
  ({ where, isCollapsed }) => {
    if (isCollapsed) document.cookie = 'rail=collapsed; path=/';
    const loader = plainLoader({ ready: () => undefined, load: () => new Promise(() => undefined) });
    const { container } = renderRoutes(routesFor({ registry: readRegistry(remotes), loader }), { path: where });
    expect(withoutWhatWaits(asNodes(paintAt(where, { isCollapsed })).firstElementChild)).toBe(
      withoutWhatWaits(container.querySelector('[data-collapsed]')),
    );
  },
);

test('it leads to what every member may open, keeps room for what a plan may give, and names nothing that asks for a role', () => {
  const html = paintAt('/');
  expect(shownIn(html, 'nav[aria-label="Main"] a')).toEqual([
    'New dialogue',
    'Home',
    'agents title',
    'schedules title',
  ]);
  const entries = [...asNodes(html).querySelectorAll('section[aria-label="Studio"] li')];
  expect(entries.map((it) => it.querySelector('a')?.getAttribute('href') ?? it.getAttribute('aria-hidden'))).toEqual([
    '/agents',
    'true',
    '/schedules',
  ]);
  expect(html).not.toContain('governance');
});

test('what only code can do says so, and no heading claims that the screen is there', () => {
  const html = paintAt('/governance');
  const buttons = [...asNodes(html).querySelectorAll('button')];
  expect(buttons.map((it) => it.disabled)).toEqual(buttons.map(() => true));
  expect(shownIn(html, 'main')[0]).toContain('governance title');
  expect(shownIn(html, 'main h1, main h2')).toEqual([]);
  expect(shownIn(html, 'main [role="status"]')).toEqual(['Loading…']);
});

test.each(languages)('in %s every text is there', (language) => {
  const texts = textsIn(language);
  const html = paintAt('/', { language, texts });
  expect(html).toContain(
    `<h2 class="section">${(texts.host as { sections: { studio: string } }).sections.studio}</h2>`,
  );
  expect(html).not.toMatch(/(?:frame|sections|ui)\.\w+/);
});

test('several languages at a time do not meet', () => {
  const [german, english] = [paintAt('/', { language: 'de-DE', texts: textsIn('de-DE') }), paintAt('/')];
  expect([german, english].map((html) => shownIn(html, '[aria-current] ')[0])).toEqual(['Startseite', 'Home']);
});

test.each(['/terms/register', '/tool-sign-in/mcp_notes_example'])(
  '%s, a page that stands alone, is not painted',
  (where) => expect(paintAt(where)).toBe(''),
);

test('what a remote calls its screens is text, whatever it is', () => {
  const html = paintAt('/x', {
    remotes: [
      registryLine('labs', [
        {
          id: 'x',
          path: '/x',
          titles: { en: '<img src=x onerror=alert(1)>{{{data}}}$&' },
          menu: { section: 'chat', icon: 'home', order: 1 },
        },
      ]),
    ],
  });
  expect(asNodes(html).querySelector('img')).toBeNull();
  expect(shownIn(html, 'nav[aria-label="Main"] li')).toEqual(['<img src=x onerror=alert(1)>{{{data}}}$&']);
});

test('a Mac reads of its own key', () => {
  expect(shownIn(paintAt('/', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)' }), 'kbd')).toEqual([
    '⌘ K',
  ]);
  expect(shownIn(paintAt('/'), 'kbd')).toEqual(['Ctrl K']);
});
