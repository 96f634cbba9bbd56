import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is told from another, and without an account nothing fits', async () => {
  const hash = await hashPassword('correct horse', 'a');
  expect(hash).toMatch(/^\$argon2id\$/);
  expect(await verifyPassword(hash, 'correct horse', 'a')).toBe(true);
  expect(await verifyPassword(hash, 'wrong horse', 'a')).toBe(false);
  expect(await verifyPassword(null, 'no account has this hash', 'a')).toBe(false);
});

test('one address cannot fill the queue for everybody else', async () => {
  const hash = await hashPassword('correct horse', 'a');
  const flood = Array.from({ length: 200 }, () =>
    verifyPassword(hash, 'wrong', 'flooding').catch((error: unknown) => error),
  );
  const other = verifyPassword(hash, 'correct horse', 'other');
  const answers = await Promise.all(flood);
  expect(answers.filter((answer) => answer === false)).toHaveLength(66);
  expect(answers.filter((answer) => answer instanceof Error && answer.message === 'rate_limited')).toHaveLength(134);
  expect(await other).toBe(true);
});
