import { judgeRelease, peopleCounted } from './health.ts';

const of = (people: number, failed: number) => ({ people, failed });
const times = <T>(many: number, value: T): T[] => Array<T>(many).fill(value);
const judged = (audience: readonly number[], told: readonly { people: number; failed: number }[], isCanary = false) =>
  judgeRelease({ audience, told, percent: 20, least: 20, isCanary });

test.each([
  ['of many organisations two each', times(10, 200), 2],
  ['of few organisations as many as make up twenty', [200, 200, 200], 7],
  ['of one organisation twenty', [200], 20],
  ['of one large and some small ones what the small ones lack', [1, 1, 200], 18],
  ['where there are fewer than twenty, everybody', [3, 2, 1], 20],
  ['of nobody', [], 20],
])('%s', (_, audience, most) => {
  expect(peopleCounted(audience, 20)).toBe(most);
});

test.each<[string, boolean, ReturnType<typeof judged>]>([
  ['everybody of ten organisations', true, judged(times(10, 2), times(10, of(2, 2)))],
  [
    'a fifth of them, of four organisations',
    true,
    judged(times(10, 2), [...times(4, of(2, 1)), ...times(6, of(2, 0))]),
  ],
  ['less than a fifth', false, judged(times(20, 2), [...times(3, of(2, 2)), ...times(17, of(2, 0))])],
  ['everybody of two organisations out of many', false, judged(times(10, 300), [of(300, 300), of(300, 300)])],
  [
    'a thousand people of one organisation among nine that it does not fail for',
    false,
    judged([1000, ...times(9, 2)], [of(1000, 1000), ...times(9, of(2, 0))]),
  ],
  ['nobody', false, judged([], [])],
  ['a single organisation of many people, a fifth of twenty', true, judged([200], [of(20, 4)])],
  ['a single organisation in which nineteen had it', false, judged([200], [of(19, 19)])],
  ['one of two organisations', false, judged([200, 200], [of(30, 30), of(30, 0)])],
  ['both of two organisations', true, judged([200, 200], [of(30, 30), of(30, 1)])],
  ['a small installation, where not so many have it', false, judged([3, 2], [of(3, 3), of(2, 2)])],
  ['a small canary, for all of them', true, judged([3, 2], [of(3, 3), of(2, 2)], true)],
  ['a small canary, where one has not seen it', false, judged([3, 2], [of(3, 3), of(1, 1)], true)],
  ['a small canary, where it works for one', false, judged([3, 2], [of(3, 2), of(2, 2)], true)],
  ['a canary of one organisation of many people', true, judged([200], [of(20, 4)], true)],
])('fails for %s: %s', (_, isFailing, verdict) => {
  expect(verdict.isFailing).toBe(isFailing);
});
