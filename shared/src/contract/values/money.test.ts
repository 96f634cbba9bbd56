import fc from 'fast-check';
import { digitsOf, moneyText, rateText, shareOf, splitAmount, taxOn } from './money.ts';

const amounts = fc.integer({ min: -100_000_000, max: 100_000_000 });
/** The milliseconds of a period. */
const spans = fc.integer({ min: 1, max: 31 * 86_400_000 });

test('a half goes to the even cent, in both directions', () => {
  expect([1, 3, 5, 7].map((amount) => shareOf(amount, 1, 2))).toEqual([0, 2, 2, 4]);
  expect([-1, -3, -5].map((amount) => shareOf(amount, 1, 2))).toEqual([0, -2, -2]);
  expect(shareOf(100, 1, 3)).toBe(33);
  expect(shareOf(200, 1, 3)).toBe(67);
  expect(() => shareOf(100, 0, 0)).toThrow(RangeError);
});

test('a share is exact where floating point is not', () => {
  expect(shareOf(9_007_199_254_740_991, 1, 1)).toBe(9_007_199_254_740_991);
  expect(shareOf(79_900, 2_678_399_999, 2_678_400_000)).toBe(79_900);
});

test('nothing is nothing, the whole is the whole, and a growing part never costs less', () => {
  fc.assert(
    fc.property(fc.nat(100_000_000), spans, fc.nat(), fc.nat(), (amount, whole, one, other) => {
      const [less, more] = [one % (whole + 1), other % (whole + 1)].sort((a, b) => a - b) as [number, number];
      expect(shareOf(amount, 0, whole)).toBe(0);
      expect(shareOf(amount, whole, whole)).toBe(amount);
      expect(shareOf(amount, less, whole)).toBeLessThanOrEqual(shareOf(amount, more, whole));
    }),
  );
});

test('a share is never further than half a cent from the truth', () => {
  fc.assert(
    fc.property(amounts, spans, fc.nat(), (amount, whole, any) => {
      const part = any % (whole + 1);
      const twiceOff = 2n * (BigInt(shareOf(amount, part, whole)) * BigInt(whole) - BigInt(amount) * BigInt(part));
      expect(twiceOff <= BigInt(whole) && -twiceOff <= BigInt(whole)).toBe(true);
    }),
  );
});

test('the parts of an amount add up to it, to the cent, however it is cut', () => {
  fc.assert(
    fc.property(amounts, fc.array(fc.nat(86_400_000), { minLength: 1, maxLength: 40 }), (amount, cuts) => {
      const parts = [...cuts, 1];
      expect(splitAmount(amount, parts).reduce((sum, it) => sum + it, 0)).toBe(amount);
    }),
  );
});

test('tax is a share of ten thousand', () => {
  expect(taxOn(4900, 1900)).toBe(931);
  expect(taxOn(50, 100)).toBe(0);
  expect(taxOn(150, 100)).toBe(2);
  expect(taxOn(-4900, 1900)).toBe(-931);
  expect(taxOn(4900, 0)).toBe(0);
});

test('an amount is written with the digits of its currency', () => {
  expect(digitsOf('EUR')).toBe(2);
  expect(digitsOf('JPY')).toBe(0);
  expect(moneyText('en', 123_456, 'EUR')).toBe('€1,234.56');
  expect(moneyText('en', -4900, 'EUR')).toBe('-€49.00');
  expect(moneyText('de-DE', 123_450, 'EUR')).toBe('1.234,50\u00a0€');
  expect(moneyText('en', 1234, 'JPY')).toBe('¥1,234');
  expect(rateText('en', 1900)).toBe('19%');
  expect(rateText('de-DE', 810)).toBe('8,1\u00a0%');
});
