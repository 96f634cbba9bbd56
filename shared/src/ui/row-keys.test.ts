import { keysAfter } from './row-keys.ts';

const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
const begun = keysAfter({ rows: [], keys: [], next: 0 }, [a, b, c]);
const changed = { name: 'b, changed' };

test.each([
  ['begin with one each', [a, b, c], [0, 1, 2]],
  ['move with their rows', [b, a, c], [1, 0, 2]],
  ['go with a row that is removed', [a, c], [0, 2]],
  ['stay where a row is changed in its place', [a, changed, c], [0, 1, 2]],
  ['are new for a row that is added', [a, b, c, { name: 'd' }], [0, 1, 2, 3]],
  ['are new for a row that is put in between', [a, { name: 'd' }, b, c], [0, 3, 1, 2]],
  ['stay where every row is another, as many as before', [{ ...a }, { ...b }, { ...c }], [0, 1, 2]],
  ['are new where every row is another, and there are fewer', [{ ...a }, { ...b }], [3, 4]],
])('keys %s', (_, rows, keys) => {
  expect(keysAfter(begun, rows).keys).toEqual(keys);
});

test('a key that was given is not given again', () => {
  const less = keysAfter(begun, [a, b]);
  expect(keysAfter(less, [a, b, c]).keys).toEqual([0, 1, 3]);
});
