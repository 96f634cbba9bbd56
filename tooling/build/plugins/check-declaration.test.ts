import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requirementValues } from '../../../shared/src/contract/access/access.ts';
import { languages } from '../../../shared/src/contract/values/language.ts';
import type { ScreenDeclaration } from '../../../shared/src/remote/declaration.ts';
import { readRequirement } from '../../../shared/src/remote/requirement.ts';
import { readBoundScreens } from './bound-screens.ts';
import { declarationFaults } from './check-declaration.ts';
import { hashSources } from './hash-sources.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-webpack-'));
afterAll(() => rmSync(folder, { recursive: true }));

const titled = Object.fromEntries(languages.map((language) => [language, { home: { title: 'Home' } }]));
const home = { id: 'home', path: '/', title: 'home.title' };
const faults = (screens: readonly object[], bound: readonly string[] = ['home'], locales: object = titled): string[] =>
  declarationFaults({
    declaration: { name: 'chat', screens: screens as ScreenDeclaration[] }, // wrong ones on purpose
    bound: new Map(bound.map((id) => [id, `/${id}.tsx`])),
    locales,
  });

test('a declaration that is right has no faults', () => {
  expect(
    faults([
      {
        ...home,
        menu: { section: 'chat', icon: 'home', order: 1 },
        requires: { role: 'admin', feature: 'dashboard', workspace: 'any', registration: 'any' },
      },
    ]),
  ).toEqual([]);
  expect(faults([{ ...home, requires: 'public' }])).toEqual([]);
  expect(faults([{ ...home, requires: { registration: 'pending' } }])).toEqual([]);
  expect(
    faults([
      {
        ...home,
        path: '/bots/:botId',
        first: [
          { path: '/bots/v1/bots/:botId' },
          { service: 'charts', path: '/charts/v1/summary', query: { limit: 3 } },
        ],
      },
    ]),
  ).toEqual([]);
});

const everyValue = Object.entries(requirementValues).flatMap(([field, values]) =>
  values.map((value) => [field, value] as const),
);
test.each(everyValue)(
  'the contract’s requirement of the %s “%s” is permitted, and the host understands it',
  (field, value) => {
    const requires = { [field]: value };
    expect(faults([{ ...home, requires }])).toEqual([]);
    expect(readRequirement(requires)).toEqual(requires);
  },
);

type Declarable = keyof Exclude<NonNullable<ScreenDeclaration['requires']>, 'public'>;
test('a declaration may name the fields that the build knows, and no others', () => {
  // Does not compile with one more or less.
  const declarable: Record<Declarable, true> = { role: true, feature: true, workspace: true, registration: true };
  expect(Object.keys(declarable)).toEqual(Object.keys(requirementValues));
});

test.each<[string, object[], string[]]>([
  ['declared in remote.ts and not bound in src/app.tsx', [home], []],
  ['bound in src/app.tsx and not declared in remote.ts', [home], ['home', 'bots']],
  ['two screens have the same id', [home, { ...home, path: '/start' }], ['home']],
  ['the path “/” stands in remote.ts twice', [home, { ...home, id: 'start' }], ['home', 'start']],
  [
    'the path “/bots/a” stands in remote.ts twice',
    [
      { ...home, path: '/bots', children: ['a'] },
      { ...home, id: 'bot', path: '/bots/a' },
    ],
    ['home', 'bot'],
  ],
  ['a path begins with “/”', [{ ...home, path: 'home' }], ['home']],
  [
    'wants the menu section “lab”, which does not exist',
    [{ ...home, menu: { section: 'lab', icon: '', order: 1 } }],
    ['home'],
  ],
  ['has “moon” in its outline, which nobody draws', [{ ...home, outline: { parts: ['title', 'moon'] } }], ['home']],
  [
    'begins with a call of the service “moon”, which does not exist',
    [{ ...home, first: [{ service: 'moon', path: '/bots/v1/bots' }] }],
    ['home'],
  ],
  ['begins with a call of “bots”; a path begins with “/”', [{ ...home, first: [{ path: 'bots' }] }], ['home']],
  [
    'begins with a call that needs “:botId”, which its path “/bots/:id” does not have',
    [{ ...home, path: '/bots/:id', first: [{ path: '/bots/v1/bots/:botId' }] }],
    ['home'],
  ],
  [
    'requires the feature “telepathy”, which does not exist',
    [{ ...home, requires: { feature: 'telepathy' } }],
    ['home'],
  ],
  ['requires the role “king”, which does not exist', [{ ...home, requires: { role: 'king' } }], ['home']],
  ['requires “moon”, which nobody checks', [{ ...home, requires: { moon: 'full' } }], ['home']],
  ['has no text in locales/en.json', [{ ...home, title: 'home.name' }], ['home']],
])('refused: %s', (sentence, screens, bound) => {
  const found = faults(screens, bound);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(sentence);
});

test('a title that is missing in one language is named with its file; so is a file that is missing', () => {
  expect(faults([home], ['home'], { ...titled, 'th-TH': {} })[0]).toMatch(/no text in locales\/th-TH\.json\.$/);
  const { 'nl-NL': _, ...eight } = titled;
  expect(faults([home], ['home'], eight)).toEqual(['locale files are missing: locales/nl-NL.json.']);
});

test('a reserved path is held to the same rules', () => {
  const of = (reserved: readonly { path: string; requires?: object }[]) =>
    declarationFaults({
      declaration: { name: 'chat', screens: [home], reserved },
      bound: new Map([['home', '/home.tsx']]),
      locales: titled,
    });
  expect(of([{ path: '/later', requires: { role: 'admin' } }])).toEqual([]);
  expect(of([{ path: '/later', requires: { role: 'king' } }])[0]).toContain(
    'the reserved path “/later” requires the role “king”',
  );
  expect(of([{ path: '/' }])[0]).toContain('the path “/” stands in remote.ts twice');
});

test('so are the parts that a remote adds to the shell', () => {
  const of = (parts: object) =>
    declarationFaults({
      declaration: { name: 'chat', screens: [home], ...parts },
      bound: new Map([['home', '/home.tsx']]),
      locales: titled,
    });
  expect(
    of({ rail: { action: { title: 'home.title', to: '/', icon: 'plus' } }, palette: { requires: { role: 'admin' } } }),
  ).toEqual([]);
  expect(of({ rail: { requires: { role: 'king' } } })[0]).toContain('the part “rail” requires the role “king”');
  expect(of({ palette: { requires: { moon: 'full' } } })[0]).toContain('the part “palette” requires “moon”');
  expect(of({ rail: { action: { title: 'home.new', to: '/', icon: 'plus' } } })[0]).toContain(
    'the action of the rail has the title key “home.new”, which has no text in locales/en.json',
  );
});

describe('bound screens', () => {
  const appOf = (source: string): string => {
    const file = path.join(folder, 'app.tsx');
    writeFileSync(file, source);
    return file;
  };

  test('are read from the source', () => {
    const file = appOf(
      `import { createRemoteApp } from 'x';\nexport default createRemoteApp(remote, { home: () => import('./screens/home/home.tsx'), 'agent-edit': () => import('./screens/agent-edit/agent-edit.tsx') }, { around: Around });`,
    );
    expect([...readBoundScreens(file)]).toEqual([
      ['home', path.join(folder, 'screens/home/home.tsx')],
      ['agent-edit', path.join(folder, 'screens/agent-edit/agent-edit.tsx')],
    ]);
  });

  test.each([
    ['export default createRemoteApp(remote, screens);', 'with the object written out there'],
    ['export default {};', 'with the object written out there'],
    ['export default createRemoteApp(remote, { home: () => Home });', 'so that it is a file of its own'],
    [
      'export default createRemoteApp(remote, { [id]: () => import("./a.tsx") });',
      'must be written as a plain name or string',
    ],
  ])('that cannot be read are refused with the way to write them: %s', (source, sentence) => {
    expect(() => readBoundScreens(appOf(source))).toThrow(sentence);
  });
});

test('the same sources have the same name, others another', () => {
  const file = path.join(folder, 'source.txt');
  const hashOf = (content: string): string => {
    writeFileSync(file, content);
    return hashSources(file);
  };
  expect(hashOf('a')).toBe(hashOf('a'));
  expect(hashOf('a')).not.toBe(hashOf('b'));
});
