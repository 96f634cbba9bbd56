import { postEvents, postSessionData } from '@parlance/shared/contract/api/usage';
import { signOut as signOutEndpoint } from '@parlance/shared/contract/api/session';
import { anonymousSession, recordEvent, sessionStore, setNavigator, signOut, unknownSession } from '@parlance/shared/session';
import { fakeServer, signIn } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/react';
import { readRegistry } from '../remotes/registry.ts';
import { registryLine } from '../testing/registry-lines.ts';
import { measureWhenIdle } from './measure-when-idle.ts';

const server = fakeServer();
const { screens } = readRegistry([registryLine('chat', [{ id: 'home', path: '/' }, { id: 'dialogue', path: '/dialogue/:dialogueId' }])]);
const leavers: (() => void)[] = [];
/** A choice that is withdrawn when its test is over: its page lives on in the window that all tests share. */
const chosen = (isAllowed: boolean) => {
  let mine = isAllowed;
  leavers.push(() => (mine = false));
  return { isAllowed: () => mine, onChange: () => () => undefined };
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  sessionStore.setState(unknownSession, true);
  setNavigator({ toLogin: () => undefined });
  // jsdom shows its pages to nobody.
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  server.answer(postSessionData, ({ body }) => ({ session_id: body.session_id }));
  server.answer(postEvents, ({ body }) => ({ accepted: body.events.length }));
});
afterEach(async () => {
  // Each test leaves its page, and what it still has to say is said before the next one.
  leave();
  await pause(50);
  for (const it of leavers.splice(0)) it();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
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
    /** The router also tells of what is no navigation, such as a screen that is being loaded. */
    tellAgain: () => listener({ location: { pathname: path, key: 'first' } }),
  };
}
let release: () => void;
beforeEach(() => {
  // The browser is idle when the test says so.
  Object.assign(window, { requestIdleCallback: (run: () => void) => (release = run) });
});
async function idle(): Promise<void> {
  release();
  await import('./measuring.ts');
  await pause(0);
}
const recorded = () => server.requests(postEvents).flatMap(({ body }) => body.events);

test('nothing is fetched before the browser is idle, and what happened until then is told in order', async () => {
  signIn();
  const router = createRouter('/');
  measureWhenIdle(router, screens, chosen(true));
  router.tellAgain();
  router.go('/dialogue/0198f0aa-0000-7000-8000-000000000001');
  recordEvent('early_event', { count: 1 });
  await idle();
  router.go('/');
  leave();
  await waitFor(() => expect(recorded().map(({ name }) => name)).toContain('page_exit'));
  expect(recorded().filter(({ name }) => name === 'route_change').map(({ route, detail }) => [detail['from'], route])).toEqual([
    ['/', '/dialogue/:dialogueId'],
    ['/dialogue/:dialogueId', '/'],
  ]);
  expect(recorded().map(({ name }) => name)).toEqual(expect.arrayContaining(['page_view', 'early_event', 'user_identified']));
  expect(JSON.stringify(recorded())).not.toContain('0198f0aa');
});

test('§4: the session begins with the load, not with the code that counts it', async () => {
  signIn();
  measureWhenIdle(createRouter('/'), screens, chosen(false));
  await pause(1200);
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
  measureWhenIdle(createRouter('/'), screens, chosen(true));
  await pause(700);
  await idle();
  leave();
  await pause(100);
  expect(server.requests(postSessionData)).toEqual([]);
  expect(server.requests(postEvents)).toEqual([]);
});

test('without the consent the session is posted and no event is', async () => {
  signIn();
  measureWhenIdle(createRouter('/'), screens, chosen(false));
  recordEvent('early_event');
  await pause(700);
  await idle();
  recordEvent('later_event');
  leave();
  await waitFor(() => expect(server.requests(postSessionData)).not.toHaveLength(0));
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
  measureWhenIdle(createRouter('/'), screens, chosen(false));
  await pause(700);
  await idle();
  await signOut();
  // Pages of earlier tests end theirs as well.
  expect([order[0], order.at(-1)]).toEqual(['session-data', 'sign_out']);
  expect(localStorage.getItem('usage.unposted')).toBeNull();
});

test.each([[true, 1], [false, 0]])('§8: an authentication_error before the code is there is kept for the next page, where that is allowed (%s)', (isAllowed, kept) => {
  measureWhenIdle(createRouter('/'), screens, chosen(isAllowed));
  recordEvent('authentication_error', { code: 'unauthenticated' });
  expect(JSON.parse(sessionStorage.getItem('analytics.carried') ?? '[]')).toHaveLength(kept);
});
