import { sessionStore, unknownSession } from '@parlance/shared/session';
import { strangersPrefix } from '@parlance/shared/session/strangers';
import { signIn } from '@parlance/shared/testing';
import { dropDrafts, keepDraft, readDraft } from './draft.ts';

const [nora, mei] = ['0198f0aa-0000-7000-8000-000000000001', '0198f0aa-0000-7000-8000-000000000002'];
const ofStranger = `${strangersPrefix}registration`;
const leave = () => sessionStore.setState(unknownSession, true);

afterEach(() => {
  jest.restoreAllMocks();
  dropDrafts();
  leave();
  sessionStorage.clear();
});

test('each field finds its own again, and what the server has is taken out', () => {
  keepDraft('names.username', 'Nora');
  keepDraft('names.team', 'Support');
  expect([readDraft('names.username'), readDraft('names.team'), readDraft('names.role')]).toEqual([
    'Nora',
    'Support',
    null,
  ]);
  keepDraft('names.username', null);
  expect(JSON.parse(sessionStorage.getItem(ofStranger) ?? '')).toEqual({ 'names.team': 'Support' });
  dropDrafts();
  expect(sessionStorage).toHaveLength(0);
});

test('what was typed before goes over to whoever registers with it; after the end of their session it is theirs and nobody else’s', () => {
  keepDraft('account.email', 'nora@walk.example');
  signIn({ whoami: { member_id: nora } });
  expect(readDraft('account.email')).toBe('nora@walk.example');
  keepDraft('invitation', 'a secret');
  expect(Object.keys(sessionStorage)).toEqual([`registration.${nora}`]);
  leave();
  expect([readDraft('account.email'), readDraft('invitation')]).toEqual([null, null]);
  signIn({ whoami: { member_id: mei } });
  expect([readDraft('account.email'), readDraft('invitation')]).toEqual([null, null]);
  signIn({ whoami: { member_id: nora } });
  expect([readDraft('account.email'), readDraft('invitation')]).toEqual(['nora@walk.example', 'a secret']);
});

test('the secret of a link that was opened is there whoever signs in: the server knows whom it is for', () => {
  keepDraft('link.invitation', 'a secret');
  signIn({ whoami: { member_id: nora } });
  expect(readDraft('link.invitation')).toBe('a secret');
  leave();
  expect(readDraft('link.invitation')).toBe('a secret');
});

test.each(['', '{', 'null', '[]', '{"a":1}'])('what cannot be read is nothing: %s', (kept) => {
  sessionStorage.setItem(ofStranger, kept);
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
