import { bucketOf, p75Of, ratingOf, ratingOfBucket, vitalBounds, webVitals } from './web-vitals.ts';

test('a bucket is as good as every figure in it', () => {
  for (const vital of webVitals) {
    const values = [0, ...vitalBounds[vital].flatMap((bound) => [bound * 0.999, bound, bound * 1.001]), 1e9];
    for (const value of values)
      expect([vital, value, ratingOfBucket(vital, bucketOf(vital, value))]).toEqual([
        vital,
        value,
        ratingOf(vital, value),
      ]);
  }
});

test('bounds rise', () => {
  for (const vital of webVitals)
    expect([...vitalBounds[vital]].sort((left, right) => left - right)).toEqual(vitalBounds[vital]);
});

test('three of four pages are not slower than the figure that is said', () => {
  expect(p75Of('lcp', [])).toBeNull();
  expect(p75Of('lcp', [{ bucket: bucketOf('lcp', 1800), pages: 1 }])).toBe(1500 + 500 * 0.75);
  // Three good ones and a poor one.
  expect(
    p75Of('inp', [
      { bucket: bucketOf('inp', 40), pages: 3 },
      { bucket: bucketOf('inp', 900), pages: 1 },
    ]),
  ).toBe(50);
  expect(p75Of('cls', [{ bucket: bucketOf('cls', 5), pages: 2 }])).toBe(1);
});
