import { changeDraftOf, draftOf, forgetDrafts } from './draft-store.ts';

const type = (place: string, text: string) => changeDraftOf(place, { type: 'typed', text });
beforeEach(() => {
  sessionStorage.clear();
  forgetDrafts();
});

it('keeps a draft for each place by itself, over a reload, until it is cleared', () => {
  type('one', 'typed here');
  type('two', 'typed there');
  forgetDrafts();
  expect(draftOf('one').text).toBe('typed here');
  type('one', '');
  forgetDrafts();
  expect(draftOf('one').text).toBe('');
  expect(draftOf('two').text).toBe('typed there');
  expect(sessionStorage).toHaveLength(1);
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
    type('one', 'text');
    expect(draftOf('one').text).toBe('text');
  } finally {
    Object.defineProperty(window, 'sessionStorage', property ?? {});
  }
});
