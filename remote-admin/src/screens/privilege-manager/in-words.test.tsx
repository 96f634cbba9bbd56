import type { PreviewedPerson } from '@parlance/shared/contract/api/privileges/privileges';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { Language } from '@parlance/shared/i18n';
import { renderScreen } from '@parlance/shared/testing';
import { renderHook } from '@testing-library/react';
import { useWords, type Reason } from './in-words.ts';

const id = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const names = new Map([
  [id(1), 'People Desk'],
  [id(2), 'Blank Sheet'],
  ['calculator', 'calculator'],
]);
const statement: Statement = {
  effect: 'deny',
  kind: 'bot',
  actions: ['use'],
  scope: 'these',
  ids: [id(1)],
  at_most: null,
};

/** Returns the functions that put privileges into words, in a language. */
function words(language: Language = 'en'): ReturnType<typeof useWords> {
  renderScreen(null, { language });
  return renderHook(useWords).result.current;
}

test.each<[string, Partial<Statement>, string]>([
  ['what is denied', {}, 'Agents: can’t use (People Desk)'],
  [
    'actions that are denied as each of them',
    { actions: ['use', 'export'] },
    'Agents: can’t use or duplicate or export (People Desk)',
  ],
  [
    'actions that are allowed as all of them',
    { effect: 'allow', actions: ['use', 'edit'] },
    'Agents: can use and edit (People Desk)',
  ],
  ['all of a kind', { scope: 'all', ids: [] }, 'Agents: can’t use (all)'],
  [
    'all but some',
    { scope: 'except', ids: [id(1), id(2)] },
    'Agents: can’t use (all except People Desk and Blank Sheet)',
  ],
  ['what was deleted', { ids: [id(99)] }, 'Agents: can’t use (deleted item)'],
  [
    'a kind without single things',
    { kind: 'template', actions: ['create'], scope: 'all', ids: [] },
    'Prompt templates: can’t create',
  ],
  ['an area by its name', { kind: 'feature', ids: ['governance'] }, 'Areas: can’t use (Governance)'],
  ['a tool of the product by its name', { kind: 'tool', ids: ['calculator'] }, 'Tools: can’t use (Calculator)'],
  [
    'a limit that is raised',
    { kind: 'limit', effect: 'allow', ids: ['agents'], at_most: 1_500 },
    'Own agents: up to 1,500',
  ],
  [
    'a limit that is lowered to nothing',
    { kind: 'limit', ids: ['agents'], at_most: 0 },
    'Own agents: never more than 0',
  ],
])('a statement says %s', (_, other, sentence) =>
  expect(words().statement({ ...statement, ...other }, names)).toBe(sentence),
);

test('a statement is one in another language too', () => {
  const said = words('de-DE').statement({ ...statement, actions: ['use', 'export'] }, names);
  expect(said).toMatch(/ oder .*\(People Desk\)$/);
});

const change = (number: number, other: Partial<PreviewedPerson['changes'][number]> = {}) =>
  ({
    kind: 'bot',
    action: 'use',
    id: id(number),
    name: `Bot ${number}`,
    before: true,
    after: false,
    ...other,
  }) as const;
const person = (...changes: PreviewedPerson['changes']): PreviewedPerson => ({
  id: id(50),
  name: 'Mia Member',
  changes,
  limits: [],
});

test('changes are one line for each thing that can be done; what is lost is apart from what is gained', () => {
  const of = person(
    change(1),
    change(2),
    change(3, { action: 'edit' }),
    change(4, { after: true }),
    change(5, { kind: 'feature', id: 'governance', name: null, after: true }),
    change(6, { kind: 'feature', id: 'dashboard', name: null, after: true }),
    change(7, { kind: 'tool', action: 'create', id: null, name: null, after: true }),
  );
  const { changes } = words();
  expect(changes(of, false)).toEqual(['Agents: use (Bot 1 and Bot 2)', 'Agents: edit (Bot 3)']);
  expect(changes(of, true)).toEqual(['Agents: use (Bot 4)', 'Areas: Governance and Dashboard', 'Tools: create']);
});

test.each([
  [12, /, Bot 11, and Bot 12\)$/],
  [13, /, Bot 12, and 1 more\)$/],
  [1_112, /, Bot 12, and 1,100 more\)$/],
])('of %d things twelve are named, and the rest is counted', (number, ending) => {
  const [line] = words().changes(person(...Array.from({ length: number }, (_, at) => change(at + 1))), false);
  expect(line).toMatch(ending);
});

test('a limit says what it was and what it is, unlimited too', () => {
  const { limit } = words();
  expect(limit({ name: 'agents', before: 100, after: null })).toBe('Own agents: 100 → unlimited');
  expect(limit({ name: 'tokens_a_month', before: null, after: 1_000_000 })).toBe(
    'Tokens per month: unlimited → 1,000,000',
  );
});

test('a reason tells through whom a set is held and until when, where there is something to say', () => {
  const held = { ...statement, set_id: id(10), set_name: 'Quiet hours', team: null, expires_at: null };
  const reason = (other: Partial<Reason['statement']>): Reason => ({
    code: 'denied',
    decides: true,
    statement: { ...held, ...other },
  });
  const { through } = words();
  expect(through({ code: 'default_lacks', decides: true })).toBe('');
  expect(through(reason({}))).toBe('');
  expect(through(reason({ team: 'Support' }))).toBe('via the team “Support”');
  expect(through(reason({ team: 'Support', expires_at: '2026-12-24T12:00:00.000Z' }))).toMatch(
    /^via the team “Support” · until Dec 24, 2026/,
  );
});
