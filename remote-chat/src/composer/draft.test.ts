import { addToDraft, keepDraft, readDraft } from './draft.ts';

describe('a draft', () => {
  it('is kept for each place by itself until it is cleared', () => {
    keepDraft('one', 'typed here');
    keepDraft('two', 'typed there');
    expect(readDraft('one')).toBe('typed here');
    keepDraft('one', '');
    expect(readDraft('one')).toBe('');
    expect(readDraft('two')).toBe('typed there');
    expect(sessionStorage).toHaveLength(1);
  });

  it('has what comes from elsewhere in front of what waits in it', () => {
    sessionStorage.clear();
    addToDraft('one', '');
    expect(readDraft('one')).toBe('');
    addToDraft('one', 'waits');
    addToDraft('one', 'comes');
    addToDraft('one', '');
    expect(readDraft('one')).toBe('comes\n\nwaits');
  });

  it('does without a storage that is denied', () => {
    const property = Object.getOwnPropertyDescriptor(window, 'sessionStorage');
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
    try {
      expect(() => keepDraft('one', 'text')).not.toThrow();
      expect(readDraft('one')).toBe('');
    } finally {
      Object.defineProperty(window, 'sessionStorage', property ?? {});
    }
  });
});
