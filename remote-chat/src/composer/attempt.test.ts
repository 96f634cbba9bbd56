import * as z from '@parlance/shared/contract/schema';
import { attemptFor } from './attempt.ts';

describe('an attempt to send', () => {
  const wish = { to: 'a bot', text: 'text', attachmentIds: ['one'] };

  it('has a key that the contract accepts, another one each time', () => {
    const keys = Array.from({ length: 50 }, () => attemptFor(wish, null).key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true);
  });

  it('keeps its key across a retry of the same text with the same files', () => {
    const first = attemptFor(wish, null);
    expect(attemptFor({ ...wish, attachmentIds: ['one'] }, first)).toBe(first);
  });

  it.each([
    ['the text', { text: 'text, changed' }],
    ['the files', { attachmentIds: ['one', 'two'] }],
    ['the bot', { to: 'another bot' }],
  ])('is a new one when %s changed', (_, change) => {
    const first = attemptFor(wish, null);
    expect(attemptFor({ ...wish, ...change }, first).key).not.toBe(first.key);
  });
});
