import { formatMicros, formatSeconds } from './measures.ts';

test.each([
  ['en', 1_234_000_000, 'USD', '$1,234.00'],
  ['de-DE', 420, 'EUR', '0,0004 €'],
  ['en', 0, 'USD', '$0.00'],
] as const)(
  'an amount is told in the manner of %s, and to the digits that count: %i',
  (language, micros, currency, expected) => {
    expect(formatMicros(language, { micros, currency }).replace(/\s/g, ' ')).toBe(expected);
  },
);

test('a time is told in seconds', () => {
  expect(formatSeconds('en', 1234)).toBe('1.23 sec');
  expect(formatSeconds('en', 61_250)).toBe('61.3 sec');
});
