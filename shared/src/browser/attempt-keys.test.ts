import { attemptKeys } from './attempt-keys.ts';

test('what is tried again keeps its key, and what was changed gets another one', () => {
  const keyOf = attemptKeys();
  const first = keyOf({ name: 'Daily' });
  expect(keyOf({ name: 'Daily' })).toBe(first);
  const other = keyOf({ name: 'Weekly' });
  expect(other).not.toBe(first);
  expect(keyOf({ name: 'Weekly' })).toBe(other);
});

test('two forms never share a key', () => {
  expect(attemptKeys()({ name: 'Daily' })).not.toBe(attemptKeys()({ name: 'Daily' }));
});
