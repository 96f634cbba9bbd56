import type { Entry } from './entries.ts';
import { find } from './finding.ts';

const groups = ['dialogues', 'screens', 'bots', 'actions'] as const;
type Group = (typeof groups)[number];
type GroupedEntry = { readonly group: Group; readonly entry: Entry };
const entry = (group: Group, title: string, more: Partial<Entry> = {}): GroupedEntry => ({
  group,
  entry: { id: `${group}:${title}`, title, icon: { drawing: '' }, does: '/', ...more },
});
const titles = (entries: readonly GroupedEntry[], search: string) => {
  const filled = groups.map((id) => ({
    id,
    title: id,
    shownAtFirst: 5,
    entries: entries.filter(({ group }) => group === id).map((it) => it.entry),
  }));
  return find(filled, search).map((it) => [it.id, it.entries.map(({ title }) => title)]);
};

const some = [
  entry('screens', 'Agents', { note: 'Studio' }),
  entry('screens', 'User groups', { note: 'Administration' }),
  entry('bots', 'Travel agent'),
  entry('bots', 'Café Müller', { note: 'Menu and allergens' }),
  entry('dialogues', 'What does the agenda say?'),
  entry('actions', 'Language: Deutsch', { alsoFoundBy: 'German', isOnlyFound: true }),
  entry('actions', 'Sign out'),
];

test('without a search the groups stand in their order, recent dialogues first, and what is only found is not there', () => {
  expect(titles(some, '  ')).toEqual([
    ['dialogues', ['What does the agenda say?']],
    ['screens', ['Agents', 'User groups']],
    ['bots', ['Travel agent', 'Café Müller']],
    ['actions', ['Sign out']],
  ]);
});

test('the best stands first: what begins with it, then what has a word that does, then what has it within, then what is found by other words', () => {
  const entries = [
    entry('bots', 'Legal desk', { note: 'desktop questions' }),
    entry('bots', 'Undesk'),
    entry('bots', 'IT desk'),
    entry('bots', 'Desk of people'),
  ];
  expect(titles(entries, 'desk')).toEqual([['bots', ['Desk of people', 'Legal desk', 'IT desk', 'Undesk']]]);
  expect(titles([...entries, entry('screens', 'Desks')], 'desktop')).toEqual([['bots', ['Legal desk']]]);
});

test('the group with the best stands first', () => {
  expect(titles(some, 'agen')).toEqual([
    ['screens', ['Agents']],
    ['dialogues', ['What does the agenda say?']],
    ['bots', ['Travel agent']],
  ]);
  expect(titles(some, 'sign')[0]).toEqual(['actions', ['Sign out']]);
});

test('what ranks alike keeps its order: the dialogue that changed last stands first', () => {
  const dialogues = ['Leave in May', 'Leave in June', 'Leave in July'].map((title) => entry('dialogues', title));
  expect(titles(dialogues, 'leave')).toEqual([['dialogues', ['Leave in May', 'Leave in June', 'Leave in July']]]);
});

test('every word must be there, in title or note, whatever the case and the accents', () => {
  expect(titles(some, 'MULLER cafe')).toEqual([['bots', ['Café Müller']]]);
  expect(titles(some, 'muller allergens')).toEqual([['bots', ['Café Müller']]]);
  expect(titles(some, 'muller studio')).toEqual([]);
});

test('a language is found by its own name and by the name it has here', () => {
  expect(titles(some, 'deut')).toEqual([['actions', ['Language: Deutsch']]]);
  expect(titles(some, 'german')).toEqual([['actions', ['Language: Deutsch']]]);
});

test.each([
  ['請假', '員工請假規定'],
  ['พนักงาน', 'คู่มือพนักงาน'],
])('%s is found within a text without blanks', (search, title) => {
  expect(titles([entry('dialogues', title)], search)).toEqual([['dialogues', [title]]]);
});

test('no more is shown than one reads', () => {
  const many = Array.from({ length: 40 }, (_, index) => entry('dialogues', `Dialogue ${index}`));
  expect(titles(many, '')[0]?.[1]).toHaveLength(5);
  expect(titles(many, 'dialogue')[0]?.[1]).toHaveLength(8);
});
