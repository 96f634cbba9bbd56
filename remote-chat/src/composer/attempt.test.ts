import * as z from '@parlance/shared/contract/schema';
import { attemptFor } from './attempt.ts';

describe('an attempt to send', () => {
  it('has a key that the contract accepts, another one each time', () => {
    const keys = Array.from({ length: 50 }, () => attemptFor('text', [], null).key);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true);
  });

  it('keeps its key across a retry of the same text with the same files', () => {
    const first = attemptFor('text', ['one'], null);
    expect(attemptFor('text', ['one'], first)).toBe(first);
  });

  it('is a new one when the text or the files were changed', () => {
    const first = attemptFor('text', ['one'], null);
    expect(attemptFor('text, changed', ['one'], first).key).not.toBe(first.key);
    expect(attemptFor('text', ['one', 'two'], first).key).not.toBe(first.key);
  });
});
