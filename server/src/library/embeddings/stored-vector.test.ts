import { normalizeVector, packVector, similarityOf } from './stored-vector.ts';

test('a vector of nothing stays one, and every other has the length of one', () => {
  expect(normalizeVector([])).toEqual([]);
  expect(normalizeVector([0, 0])).toEqual([0, 0]);
  expect(normalizeVector([3, 4])).toEqual([0.6, 0.8]);
});

test.each([1, 3, 768, 3072])('a similarity of %d values stays what it was', (length) => {
  const one = normalizeVector(Array.from({ length }, (_, at) => Math.sin(at * at + 1)));
  const other = normalizeVector(Array.from({ length }, (_, at) => Math.sin(at * at + 1) + Math.cos(at * 3) / 2));
  const exact = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  expect(similarityOf(packVector(one), other)).toBeCloseTo(exact, 2);
  expect(similarityOf(packVector(one), one)).toBeCloseTo(1, 2);
  expect(packVector(one)).toHaveLength(4 + length);
});

test('one of nothing and one of another length are near to none', () => {
  expect(similarityOf(packVector([0, 0]), [0.6, 0.8])).toBe(0);
  expect(similarityOf(packVector([0.6, 0.8]), [1])).toBe(0);
  expect(similarityOf(packVector([0.6, 0.8]), [0.6, 0.8, 0])).toBe(0);
  expect(similarityOf(Buffer.alloc(0), [1])).toBe(0);
});
