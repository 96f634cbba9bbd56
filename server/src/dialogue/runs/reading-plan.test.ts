import { type Readable, planReading } from './reading-plan.ts';

const file = (id: string, tokens: number, messageId = 'newest'): Readable => ({ id, messageId, tokens });
const plan = (room: number, turns: number[], ...files: Readable[]) => {
  const { turns: read, files: given } = planReading({ room, turns, files });
  return [read, Object.fromEntries(given)];
};

test('everything is read where everything fits', () => {
  expect(plan(10_000, [100, 200, 300], file('a', 4_000), file('b', 2_000))).toEqual([3, { a: 4_000, b: 2_000 }]);
  expect(plan(10_000, [])).toEqual([0, {}]);
});

test('a file that does not fit is read from its beginning, and two that are compared are both read', () => {
  expect(plan(10_000, [], file('a', 80_000))).toEqual([0, { a: 10_000 }]);
  expect(plan(10_000, [], file('a', 80_000), file('b', 80_000))).toEqual([0, { a: 5_000, b: 5_000 }]);
  // The small one is whole, and the large one has the rest.
  expect(plan(10_000, [], file('a', 80_000), file('b', 2_000))).toEqual([0, { a: 8_000, b: 2_000 }]);
});

test('the files of the newest prompt come before those of an older one', () => {
  expect(plan(10_000, [], file('new', 9_000), file('old', 5_000, 'older'))).toEqual([0, { new: 9_000, old: 1_000 }]);
  expect(plan(10_000, [], file('new', 9_900), file('old', 5_000, 'older'))).toEqual([0, { new: 9_900, old: 0 }]);
});

test('the dialogue keeps its share beside files, and has what they leave; its oldest turns go first', () => {
  expect(plan(10_000, [1_000, 1_000, 1_000, 1_000, 1_000], file('a', 80_000))).toEqual([3, { a: 6_500 }]);
  expect(
    plan(
      10_000,
      Array.from({ length: 30 }, () => 1_000),
    ),
  ).toEqual([10, {}]);
  expect(
    plan(
      10_000,
      Array.from({ length: 30 }, () => 1_000),
      file('a', 2_000),
    ),
  ).toEqual([8, { a: 2_000 }]);
});

test('where the prompt alone fills the room, nothing else is read', () => {
  expect(plan(-5, [10], file('a', 1_000))).toEqual([0, { a: 0 }]);
});

test('no plan takes more than the room (2,000 random ones)', () => {
  let seed = 20261126;
  const random = (most: number) => ((seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648) * most;
  for (let round = 0; round < 2_000; round++) {
    const room = Math.floor(random(100_000));
    const turns = Array.from({ length: Math.floor(random(40)) }, () => Math.floor(random(8_000)) + 1);
    const files = Array.from({ length: Math.floor(random(6)) }, (_, at) =>
      file(String(at), Math.floor(random(90_000)) + 1, `prompt ${Math.floor(at / 2)}`),
    );
    const { turns: read, files: given } = planReading({ room, turns, files });
    const taken =
      turns.slice(0, read).reduce((all, each) => all + each, 0) +
      [...given.values()].reduce((all, each) => all + each, 0);
    expect(taken).toBeLessThanOrEqual(room);
    for (const { id, tokens } of files) expect(given.get(id)).toBeLessThanOrEqual(tokens);
  }
});
