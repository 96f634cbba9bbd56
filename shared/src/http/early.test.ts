import { fakeServer } from '@parlance/shared/testing';
import { listBots } from '../contract/api/bots.ts';
import { earlyKey, type EarlyCall } from '../contract/page/early.ts';
import { call } from './http.ts';
import { takeEarly } from './early.ts';

const server = fakeServer();
const address = 'http://localhost:3000/api/main/bots/v1/bots';
const page = (next_cursor: string | null) => ({ items: [], next_cursor });
const now = { since: 0, token: 'the token' };
let open: EarlyCall[];

/** Returns a response as fetch does: with its URL. */
function answered(body: object, { status = 200, url = `${address}?limit=100&_t=1` } = {}): Response {
  const response = Response.json(body, { status });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
const list = (from: string) => answered({ success: true, data: page(from) });
const early = (answer: Promise<Response | null>, asked = `${address}?limit=100`) =>
  open.push({ address: asked, answer });
const ask = (limit = 100, signal?: AbortSignal) =>
  call(listBots, { query: { limit } }, signal === undefined ? {} : { signal });
const askedOfServer = () => server.requests(listBots).length;

Object.defineProperty(globalThis, earlyKey, { get: () => ({ ...now, open }) });
beforeEach(() => {
  open = [];
  Object.assign(now, { since: performance.now(), token: 'the token' });
  document.cookie = 'csrftoken=the%20token; path=/';
  server.answer(listBots, page('server'));
});

test('a call is answered by what the page has asked for, once; the next one asks the server', async () => {
  early(Promise.resolve(list('page')));
  expect((await ask()).next_cursor).toBe('page');
  expect(askedOfServer()).toBe(0);
  expect((await ask()).next_cursor).toBe('server');
});

test('code that is there before the answer waits for it and asks nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  early(promise);
  const asked = ask();
  resolve(list('page'));
  expect((await asked).next_cursor).toBe('page');
  expect(askedOfServer()).toBe(0);
});

test('an answer to another question is left for whoever asks that', async () => {
  early(Promise.resolve(list('page')));
  expect((await ask(8)).next_cursor).toBe('server');
  expect((await ask(100)).next_cursor).toBe('page');
});

test('where the query was not known yet, the answer counts for the question that it answers', async () => {
  early(Promise.resolve(list('page')), address);
  expect((await ask(8)).next_cursor).toBe('server');
  early(Promise.resolve(list('page')), address);
  expect((await ask(100)).next_cursor).toBe('page');
});

test.each([
  ['another session has begun', () => void (document.cookie = 'csrftoken=another; path=/')],
  [
    'somebody has signed out',
    () => void (document.cookie = 'csrftoken=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT'),
  ],
  ['it is of another moment', () => void (now.since -= 60_001)],
])('the answer counts for nothing, and none of the others either, once %s', async (_, happen) => {
  early(Promise.resolve(list('page')));
  early(Promise.resolve(list('page')), `${address}?limit=8`);
  happen();
  expect((await ask()).next_cursor).toBe('server');
  expect(open).toEqual([]);
});

test('where the page had no answer the server is asked', async () => {
  early(Promise.resolve(null));
  expect((await ask()).next_cursor).toBe('server');
});

test.each([
  [401, 'unauthenticated'],
  [403, 'forbidden'],
])('a refusal counts as that of any call: %i', async (status, code) => {
  early(Promise.resolve(answered({ success: false, message: 'No.', code, request_id: 'r1' }, { status })));
  await expect(ask()).rejects.toMatchObject({ status, code, requestId: 'r1' });
  expect(askedOfServer()).toBe(0);
});

test('what the server could not answer is asked once more, of the server', async () => {
  early(
    Promise.resolve(
      answered({ success: false, message: 'Broken.', code: 'internal', request_id: 'r1' }, { status: 500 }),
    ),
  );
  expect((await ask()).next_cursor).toBe('server');
  expect(askedOfServer()).toBe(1);
});

test('who waits for it may give up', async () => {
  early(new Promise(() => {}));
  const leaving = new AbortController();
  const asked = ask(100, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  expect(askedOfServer()).toBe(0);
});

test('it may take as long as any call, from when it was asked for', async () => {
  early(new Promise(() => {}));
  now.since -= 59_990;
  await expect(ask()).rejects.toMatchObject({ code: 'timeout' });
  expect(askedOfServer()).toBe(0);
});

test('only what is asked for is given, whatever order its parameters stand in', async () => {
  early(Promise.resolve(answered({}, { url: `${address}?q=a&limit=8&_t=1` })), `${address}?q=a&limit=8`);
  expect(takeEarly(`${address}?limit=8`)).toBeNull();
  expect(await takeEarly(`${address}?_t=2&limit=8&q=a`)?.answer).not.toBeNull();
});
