import { createUnpostedList, ownerMark, unpostedKey } from './unposted.ts';

const payload = (typing = 1) => ({ session_id: crypto.randomUUID(), typing, reading: 0, interacting: 0, idling: 0 });
let now = 1_000_000_000_000;
const list = () =>
  createUnpostedList(
    () => localStorage,
    () => now,
  );
beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('a session is kept until it is removed, once, with what was known last', () => {
  const session = payload();
  list().put('me', 'running', session);
  list().put('me', 'ended', { ...session, typing: 9 });
  expect(list().all()).toEqual([{ owner: 'me', state: 'ended', seen: now, payload: { ...session, typing: 9 } }]);
  list().remove(session.session_id);
  expect(list().all()).toEqual([]);
  expect(localStorage.getItem(unpostedKey)).toBeNull();
});

test('two tabs share the list, and neither loses what the other adds or removes', () => {
  const [a, b] = [list(), list()];
  const [one, two, three] = [payload(1), payload(2), payload(3)];
  a.put('me', 'running', one);
  b.put('me', 'running', two);
  a.put('me', 'ended', one);
  b.put('me', 'ended', three);
  a.remove(two.session_id);
  expect(
    b
      .all()
      .map((it) => it.payload.typing)
      .sort(),
  ).toEqual([1, 3]);
});

test('it is bounded: the fifty last ones of a week', () => {
  const lists = list();
  for (let index = 0; index < 60; index += 1, now += 1000) lists.put('me', 'ended', payload(index));
  expect(lists.all()).toHaveLength(50);
  expect(lists.all()[0]?.payload.typing).toBe(10);
  now += 7 * 24 * 3600 * 1000;
  expect(lists.all()).toEqual([]);
});

test.each([
  ['not JSON'],
  ['{}'],
  ['null'],
  ['[1, null, {"owner": "me"}]'],
  ['[{"owner":"me","state":"ended","seen":1,"payload":{"session_id":"x","typing":-1}}]'],
])('a list that reads %s is an empty one, and is written anew', (found) => {
  localStorage.setItem(unpostedKey, found);
  expect(list().all()).toEqual([]);
  list().put('me', 'ended', payload());
  expect(list().all()).toHaveLength(1);
});

test('where the storage is full or denied, the page keeps them itself', () => {
  const full = list();
  const kept = payload(1);
  full.put('me', 'ended', kept);
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const other = payload(2);
  full.put('me', 'ended', other);
  expect(full.all().map((it) => it.payload.typing)).toEqual([1, 2]);
  full.remove(other.session_id);
  expect(full.all().map((it) => it.payload.typing)).toEqual([1]);
  const denied = createUnpostedList(
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
    () => now,
  );
  denied.put('me', 'ended', other);
  expect(denied.all()).toHaveLength(1);
});

test('the mark of a member is the same each time, another for another, and not the id', () => {
  const ids = Array.from({ length: 1000 }, () => crypto.randomUUID());
  expect(new Set(ids.map(ownerMark)).size).toBe(1000);
  expect(ownerMark(ids[0]!)).toBe(ownerMark(ids[0]!));
  expect(ids[0]).not.toContain(ownerMark(ids[0]!));
});
