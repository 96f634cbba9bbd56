import { expiryOf } from './expiry.ts';

const now = Date.UTC(2026, 10, 21, 12);

test.each([
  ['none', null],
  ['day', '2026-11-22T12:00:00.000Z'],
  ['week', '2026-11-28T12:00:00.000Z'],
  ['month', '2026-12-21T12:00:00.000Z'],
] as const)('what is shared for the length “%s” ends at %s', (length, expected) => {
  expect(expiryOf(length, now)).toBe(expected);
});
