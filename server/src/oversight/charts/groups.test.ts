import { smallestGroup } from '@parlance/shared/contract/api/charts/charts';
import { type Askers, type PeopleClass, shownBots, shownTeams } from './groups.ts';

/** Numbers that look random and are the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

test('a team of five is shown beside five others, one of four is not, and none in an organisation of fewer', () => {
  expect(
    shownTeams(
      [
        { teams: ['a'], people: 5 },
        { teams: [], people: 5 },
      ],
      ['a'],
    ),
  ).toEqual(['a']);
  expect(
    shownTeams(
      [
        { teams: ['a'], people: 4 },
        { teams: [], people: 9 },
      ],
      ['a'],
    ),
  ).toEqual([]);
  expect(shownTeams([{ teams: ['a'], people: 4 }], ['a'])).toEqual([]);
});

test('everybody less a team is not fewer than five either, nor one team less another', () => {
  expect(
    shownTeams(
      [
        { teams: ['a'], people: 9 },
        { teams: [], people: 1 },
      ],
      ['a'],
    ),
  ).toEqual([]);
  expect(shownTeams([{ teams: ['a'], people: 6 }], ['a'])).toEqual(['a']);
  const allButOne: PeopleClass[] = [
    { teams: ['a', 'b'], people: 8 },
    { teams: ['a'], people: 1 },
    { teams: [], people: 5 },
  ];
  expect(shownTeams(allButOne, ['a', 'b'])).toEqual(['a']);
  expect(shownTeams(allButOne, ['b', 'a'])).toEqual(['b']);
});

const rounds = 400;

/**
 * All sums of shown figures that are figures of fewer people: each choice of −1, 0 or 1 of every shown group and of
 * all.
 */
function smallestDerived(classes: readonly PeopleClass[], shown: readonly string[]): number {
  let smallest = Infinity;
  const groups = [null, ...shown];
  for (let choice = 0; choice < 3 ** groups.length; choice += 1) {
    const factors = groups.map((_, at) => (Math.floor(choice / 3 ** at) % 3) - 1);
    const weighed = classes.map(({ teams, people }) => ({
      people,
      weight: groups.reduce(
        (sum: number, group, at) => sum + (group === null || teams.includes(group) ? (factors[at] ?? 0) : 0),
        0,
      ),
    }));
    for (const { weight } of weighed) {
      if (weight === 0) continue;
      // Who weighs differently from everybody else could be told apart from them.
      const same = weighed.filter((it) => it.weight === weight).reduce((sum, { people }) => sum + people, 0);
      smallest = Math.min(smallest, same);
    }
  }
  return smallest;
}

test(`no sum or difference of shown teams is of fewer than five people (N = ${rounds})`, () => {
  const next = random(7);
  let shownInAll = 0;
  for (let round = 0; round < rounds; round += 1) {
    const names = ['a', 'b', 'c', 'd'];
    const members = Array.from({ length: 5 + Math.floor(next() * 60) }, () => names.filter(() => next() < 0.4));
    const classes = [...Map.groupBy(members, (teams) => teams.join()).values()].map((of) => ({
      teams: of[0] ?? [],
      people: of.length,
    }));
    const shown = shownTeams(classes, names);
    shownInAll += shown.length;
    expect(smallestDerived(classes, shown)).toBeGreaterThanOrEqual(smallestGroup);
  }
  console.info(
    `groups of fewer than ${smallestGroup}: 0 in ${rounds} organisations, in which ${shownInAll} teams were shown`,
  );
  expect(shownInAll).toBeGreaterThan(rounds / 4);
});

const asked = (closed: number, open: Record<string, number>): Askers => ({
  closed,
  open: new Map(Object.entries(open)),
});

test('what few people ask of bots of their own is not what all less the shown bots leaves', () => {
  expect(shownBots(['a', 'b'], [asked(0, { a: 2, b: 1 })])).toEqual(['a', 'b']);
  expect(shownBots(['a', 'b', 'c'], [asked(1, { a: 20, b: 6, c: 2 })])).toEqual(['a', 'c']);
  expect(shownBots(['a', 'b', 'c'], [asked(5, { a: 20, b: 6, c: 2 })])).toEqual(['a', 'b', 'c']);
  expect(shownBots(['a', 'b'], [asked(1, { a: 3, b: 1 })])).toEqual([]);
  expect(shownBots(['a', 'b', 'c'], [asked(1, { a: 20, b: 6 }), asked(2, { b: 9, c: 7 })])).toEqual(['a', 'c']);
});
