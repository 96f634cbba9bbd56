import { postEvents, postSessionData } from '@parlance/shared/contract/api/usage';
import { signOut as signOutEndpoint } from '@parlance/shared/contract/api/session/session';
import {
  anonymousSession,
  recordEvent,
  sessionStore,
  setNavigator,
  signOut,
  unknownSession,
} from '@parlance/shared/session';
import { fakeServer, signIn } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/react';
import { readRegistry } from '../remotes/known/registry.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { measureWhenIdle } from './measure-when-idle.ts';
import { createPoster } from './usage-tracker/poster.ts';

const server = fakeServer();
const { screens } = readRegistry([
  registryLine('chat', [
    { id: 'home', path: '/' },
    { id: 'dialogue', path: '/dialogue/:dialogueId' },
  ]),
]);
const chosen = (isAllowed: boolean) => ({ isAllowed: () => isAllowed, onChange: () => () => undefined });
/** Stops the listeners of this test's page: the next one finds a clean window. */
let stop = () => {};
const measure = (path: string, isAllowed: boolean) => {
  const router = createRouter(path);
  stop = measureWhenIdle(router, screens, chosen(isAllowed));
  return router;
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.setState(unknownSession, true);
  setNavigator({ toLogin: () => undefined });
  // jsdom considers its pages hidden.
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  server.answer(postSessionData, ({ body }) => ({ session_id: body.session_id }));
  server.answer(postEvents, ({ body }) => ({ accepted: body.events.length }));
});
afterEach(() => {
  stop();
  jest.restoreAllMocks();
});

/** Advances `performance.now()` by some milliseconds. */
function pass(milliseconds: number): void {
  const { now } = performance;
  jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + milliseconds);
}
const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide'));
function createRouter(path: string) {
  let listener: (state: { location: { pathname: string; key: string } }) => void = () => undefined;
  return {
    state: { location: { pathname: path, key: 'first' } },
    subscribe(given: typeof listener) {
      listener = given;
      return () => undefined;
    },
    go: (pathname: string) => listener({ location: { pathname, key: crypto.randomUUID() } }),
    /** The router also notifies of other changes, such as a loading screen. */
    tellAgain: () => listener({ location: { pathname: path, key: 'first' } }),
  };
}
let release: () => void;
beforeEach(() => {
  // The browser is idle on demand of the test.
  Object.assign(window, { requestIdleCallback: (run: () => void) => (release = run) });
});
async function idle(): Promise<void> {
  release();
  await import('./measuring.ts');
  await new Promise((resolve) => setTimeout(resolve));
}
const last = { session_id: '0198f0aa-0000-7000-8000-0000000000ff', typing: 0, reading: 0, interacting: 1, idling: 0 };
/** Waits for earlier posts, which went the same way, by posting another one. */
async function postedBefore() {
  await createPoster(() => `http://localhost:3000/api/charts${postSessionData.path}`).post(last);
  return server
    .requests(postSessionData)
    .map(({ body }) => body)
    .filter(({ session_id }) => session_id !== last.session_id);
}
const recorded = () => server.requests(postEvents).flatMap(({ body }) => body.events);

test('nothing is fetched before the browser is idle, and what happened until then is told in order', async () => {
  signIn();
  const router = measure('/', true);
  router.tellAgain();
  router.go('/dialogue/0198f0aa-0000-7000-8000-000000000001');
  recordEvent('early_event', { count: 1 });
  await idle();
  router.go('/');
  leave();
  await waitFor(() => expect(recorded().map(({ name }) => name)).toContain('page_exit'));
  expect(
    recorded()
      .filter(({ name }) => name === 'route_change')
      .map(({ route, detail }) => [detail['from'], route]),
  ).toEqual([
    ['/', '/dialogue/:dialogueId'],
    ['/dialogue/:dialogueId', '/'],
  ]);
  expect(recorded().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['page_view', 'early_event', 'user_identified']),
  );
  expect(JSON.stringify(recorded())).not.toContain('0198f0aa');
});

test('what is told later keeps the moment and the route that it had', async () => {
  signIn();
  const opened = Date.now();
  const at = (milliseconds: number) => jest.spyOn(Date, 'now').mockReturnValue(opened + milliseconds);
  at(0);
  const router = measure('/', true);
  at(1000);
  router.go('/dialogue/0198f0aa-0000-7000-8000-000000000001');
  at(2000);
  recordEvent('early_event');
  at(3000);
  router.go('/');
  at(9000);
  await idle();
  leave();
  await waitFor(() => expect(recorded().map(({ name }) => name)).toContain('page_exit'));
  const told = recorded().filter(({ name }) =>
    ['page_view', 'route_change', 'early_event', 'page_exit'].includes(name),
  );
  expect(told.map(({ name, at: moment, route }) => [name, moment - opened, route])).toEqual([
    ['page_view', 0, '/'],
    ['route_change', 1000, '/dialogue/:dialogueId'],
    ['early_event', 2000, '/dialogue/:dialogueId'],
    ['route_change', 3000, '/'],
    ['page_exit', 9000, '/'],
  ]);
});

test('§4: the session begins with the load, not with the code that counts it', async () => {
  signIn();
  measure('/', false);
  pass(1200);
  await idle();
  leave();
  await waitFor(() => expect(server.requests(postSessionData)).not.toHaveLength(0));
  expect(server.requests(postSessionData)[0]?.body.interacting).toBeGreaterThanOrEqual(1);
});

test.each([
  ['in an expired workspace', () => signIn({ workspaceStatus: 'EXPIRED', isOwner: true })],
  ['half-way through a registration', () => signIn({ registration: { is_completed: false, stage: 3 } })],
  ['who is nobody', () => sessionStore.setState(anonymousSession, true)],
])('of somebody %s the server would take nothing, so nothing is sent', async (_, as) => {
  as();
  measure('/', true);
  pass(700);
  await idle();
  leave();
  expect(await postedBefore()).toEqual([]);
  expect(server.requests(postEvents)).toEqual([]);
});

test('without the consent the session is posted and no event is', async () => {
  signIn();
  measure('/', false);
  recordEvent('early_event');
  pass(700);
  await idle();
  recordEvent('later_event');
  leave();
  expect(await postedBefore()).toHaveLength(1);
  expect(server.requests(postEvents)).toEqual([]);
  expect(localStorage.getItem('usage.visits')).toBeNull();
});

test('signing out posts the session before the server forgets who it was', async () => {
  signIn();
  const order: string[] = [];
  server.answer(postSessionData, ({ body }) => {
    order.push('session-data');
    return { session_id: body.session_id };
  });
  server.answer(signOutEndpoint, () => {
    order.push('sign_out');
    return {};
  });
  measure('/', false);
  pass(700);
  await idle();
  await signOut();
  expect(order).toEqual(['session-data', 'sign_out']);
  expect(localStorage.getItem('usage.unposted')).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])(
  '§8: an authentication_error before the code is there is kept for the next page, where that is allowed (%s)',
  (isAllowed, kept) => {
    measure('/', isAllowed);
    recordEvent('authentication_error', { code: 'unauthenticated' });
    expect(JSON.parse(sessionStorage.getItem('analytics.carried') ?? '[]')).toHaveLength(kept);
  },
);
