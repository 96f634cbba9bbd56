import { dropDrafts, keepDraft, readDraft } from './draft.ts';

afterEach(() => {
  jest.restoreAllMocks();
  dropDrafts();
});

test('each field finds its own again, and what the server has is taken out', () => {
  keepDraft('names.username', 'Nora');
  keepDraft('names.team', 'Support');
  expect([readDraft('names.username'), readDraft('names.team'), readDraft('names.role')]).toEqual(['Nora', 'Support', null]);
  keepDraft('names.username', null);
  expect(JSON.parse(sessionStorage.getItem('registration.draft') ?? '')).toEqual({ 'names.team': 'Support' });
  dropDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test.each(['', '{', 'null', '[]', '{"a":1}'])('what cannot be read is nothing: %s', (kept) => {
  sessionStorage.setItem('registration.draft', kept);
  expect(readDraft('a')).toBeNull();
  keepDraft('a', 'typed');
  expect(readDraft('a')).toBe('typed');
});

test('where storage is denied, it is kept for the page', () => {
  jest.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  keepDraft('names.username', 'Nora');
  expect(readDraft('names.username')).toBe('Nora');
});
