import * as session from '@parlance/shared/session';
import { fakeServer, signIn } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/dom';
import { getProfile } from '../contract/api/users/profile.ts';
import { getRegistrationStatus } from '../contract/api/registration/registration.ts';
import { getWhoami, signOut as signOutEndpoint } from '../contract/api/session/session.ts';
import { tellTabs, type TabNews } from './tab-news.ts';

const { sessionStore } = session;
const server = fakeServer();
const ledTo: (string | null)[] = [];
let started = 0;
let otherTab: BroadcastChannel;
let heard: unknown[];

beforeAll(async () => {
  session.setNavigator({ toLogin: (to) => ledTo.push(to), toStart: () => void (started += 1) });
  // The first load starts the listeners; here it finds nobody.
  for (const endpoint of [getWhoami, getProfile]) server.fail(endpoint, 'unauthenticated');
  await session.loadSession();
});

beforeEach(() => {
  server.fail(getProfile, 'unauthenticated');
  signIn();
  window.history.replaceState(null, '', '/dialogue/42');
  document.cookie = 'csrftoken=the-token; path=/';
  sessionStorage.setItem('a draft', 'half a sentence');
  ledTo.length = 0;
  started = 0;
  heard = [];
  otherTab = new BroadcastChannel('parlance:session');
  otherTab.onmessage = ({ data }) => heard.push(data);
});

afterEach(() => otherTab.close());

const hear = (news: TabNews | 'nonsense') => otherTab.postMessage(news);
/**
 * Returns all that the other tab has heard by now: messages of a channel arrive in order, so the one that is sent last
 * shows that no other comes.
 */
async function allHeard(): Promise<unknown[]> {
  tellTabs('signed-in');
  await waitFor(() => expect(heard.at(-1)).toBe('signed-in'));
  return heard.slice(0, -1);
}

test('§4: a session that ends here ends in the other tabs too, and one that ends there leads to the login from here', async () => {
  session.endSession();
  await waitFor(() => expect(heard).toEqual(['ended']));
  expect(ledTo).toEqual(['/dialogue/42']);

  signIn();
  server.fail(getWhoami, 'unauthenticated');
  hear('ended');
  await waitFor(() => expect(ledTo).toEqual(['/dialogue/42', '/dialogue/42']));
  expect(sessionStore.getState().status).toBe('anonymous');
  expect(sessionStorage.getItem('a draft')).toBe('half a sentence');
});

function whoamiNow() {
  const { whoami } = sessionStore.getState();
  if (whoami === null) throw new Error('signIn() signs somebody in');
  return whoami;
}

/** Lets the server know who is signed in here. */
function knowsThem(): void {
  const { whoami, profile } = sessionStore.getState();
  if (whoami === null || profile === null) throw new Error('signIn() signs somebody in');
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // nobody signs the plan token of signIn()
  server.answer(getWhoami, whoami);
  server.answer(getProfile, profile);
  server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
}

test('an end that another tab tells late is asked about, and ends no session that is there', async () => {
  knowsThem();
  hear('ended');
  await waitFor(() => expect(server.requests(getWhoami)).toHaveLength(1));
  await session.loadSession();
  expect(sessionStore.getState().status).toBe('signed-in');
  expect(ledTo).toEqual([]);
  expect(document.cookie).toContain('csrftoken=the-token');
  jest.restoreAllMocks();
});

test('an answer that was asked for with the cookies of before ends no session that somebody has signed in to since', async () => {
  const answerStale = server.failLate(getWhoami, 'unauthenticated');
  const before = session.loadSession();
  await waitFor(() => expect(server.requests(getWhoami)).toHaveLength(1));
  knowsThem();
  hear('signed-in');
  await waitFor(() => expect(server.requests(getWhoami)).toHaveLength(2));
  answerStale();
  await before;
  await session.loadSession();
  expect(document.cookie).toContain('csrftoken=the-token');
  expect(sessionStore.getState().status).toBe('signed-in');
  expect(await allHeard()).toEqual([]);
  jest.restoreAllMocks();
});

test('where the session moves, the other tabs hear it and this page begins anew at the start page, with nothing of before', async () => {
  // A draft that a form stores when the session ends is removed with the rest.
  const stop = sessionStore.subscribe(
    ({ status }) => status === 'anonymous' && sessionStorage.setItem('put away', 'half a sentence'),
  );
  await session.sessionMoved();
  stop();
  expect(started).toBe(1);
  expect(sessionStore.getState()).toMatchObject({ status: 'unknown', whoami: null, profile: null });
  expect(sessionStorage).toHaveLength(0);
  expect(await allHeard()).toEqual(['signed-in']);
});

test('where the session moves and the person goes on, whoever is there is asked for anew, and no answer of before counts', async () => {
  const answerStale = server.failLate(getWhoami, 'unauthenticated');
  const before = session.loadSession();
  await waitFor(() => expect(server.requests(getWhoami)).toHaveLength(1));
  knowsThem();
  server.answer(getWhoami, { ...whoamiNow(), member_id: crypto.randomUUID() });
  await session.sessionMoved({ goesOn: true });
  expect(server.requests(getWhoami)).toHaveLength(2);
  answerStale();
  await before;
  expect(sessionStore.getState().status).toBe('signed-in');
  expect(started).toBe(0);
  expect(await allHeard()).toEqual(['signed-in']);
  jest.restoreAllMocks();
});

test.each(['whoami', 'profile'] as const)(
  'a session that was signed out while its %s was on the way does not come back',
  async (what) => {
    const { whoami, profile } = sessionStore.getState();
    if (whoami === null || profile === null) throw new Error('signIn() signs somebody in');
    knowsThem();
    const late = Promise.withResolvers<undefined>();
    if (what === 'whoami') server.answer(getWhoami, () => late.promise.then(() => whoami));
    else server.answer(getProfile, () => late.promise.then(() => profile));
    // With the previous id, the drafts in this tab would wait for nobody.
    sessionStorage.clear();
    const loading = session.loadSession();
    await waitFor(() =>
      expect([server.requests(getWhoami).length, server.requests(getProfile).length]).toEqual([1, 1]),
    );
    hear('signed-out');
    await waitFor(() => expect(ledTo).toEqual([null]));
    late.resolve(undefined);
    await loading;
    expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', whoami: null, profile: null });
    if (what === 'whoami') expect(sessionStorage).toHaveLength(0);
    jest.restoreAllMocks();
  },
);

test('where whoami cannot be reached and the rest says 401 the session is asked for once, and not without end', async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // the failed refresh
  server.lose(getWhoami);
  await session.loadSession();
  expect(sessionStore.getState().status).toBe('signed-in');
  hear('signed-out');
  await waitFor(() => expect(ledTo).toEqual([null]));
  expect(server.requests(getWhoami)).toHaveLength(1);
  jest.restoreAllMocks();
});

test('a profile that was changed in another tab shows here without a reload; where nobody is signed in it changes nothing', async () => {
  knowsThem();
  const { profile } = sessionStore.getState();
  if (profile === null) throw new Error('signIn() signs somebody in');
  server.answer(getProfile, { ...profile, email: 'new@pro.example' });
  hear('changed');
  await waitFor(() => expect(sessionStore.getState().profile?.email).toBe('new@pro.example'));
  expect(sessionStorage.getItem('a draft')).toBe('half a sentence');
  expect(await allHeard()).toEqual([]);

  sessionStore.setState(session.anonymousSession, true);
  const asked = server.requests(getWhoami).length;
  hear('changed');
  hear('signed-out');
  await waitFor(() => expect(ledTo).toEqual([null]));
  expect(server.requests(getWhoami)).toHaveLength(asked);
  jest.restoreAllMocks();
});

test('signing out leaves nothing of what was typed, in this tab and in the others', async () => {
  server.answer(signOutEndpoint, {});
  await session.signOut();
  expect(await allHeard()).toEqual(['signed-out']);
  expect(sessionStorage).toHaveLength(0);

  signIn();
  sessionStorage.setItem('a draft', 'half a sentence');
  ledTo.length = 0;
  hear('signed-out');
  await waitFor(() => expect(ledTo).toEqual([null]));
  expect(sessionStorage).toHaveLength(0);
});

test('who switches to another organisation of theirs in one tab finds in the others what they typed, once they are back', async () => {
  const before = whoamiNow();
  server.answer(getWhoami, { ...before, member_id: crypto.randomUUID(), organization_id: crypto.randomUUID() });
  const stop = sessionStore.subscribe(
    ({ status }) => status === 'anonymous' && sessionStorage.setItem('put away', 'half a sentence'),
  );
  hear('signed-in');
  await waitFor(() => expect(started).toBe(1));
  stop();
  expect(sessionStore.getState()).toMatchObject({ status: 'unknown', whoami: null, profile: null });
  expect([sessionStorage.getItem('a draft'), sessionStorage.getItem('put away')]).toEqual([
    'half a sentence',
    'half a sentence',
  ]);

  // The tab in which they switch.
  signIn();
  session.organizationSwitched();
  expect(started).toBe(2);
  expect(sessionStorage.getItem('a draft')).toBe('half a sentence');
});

test('somebody else who signs in at the same browser finds a page that knows nothing of the one before', async () => {
  server.answer(getWhoami, { ...whoamiNow(), member_id: crypto.randomUUID(), account_id: crypto.randomUUID() });
  // A draft that a form stores when the session ends is removed with the rest.
  const stop = sessionStore.subscribe(
    ({ status }) => status === 'anonymous' && sessionStorage.setItem('put away', 'half a sentence'),
  );
  hear('signed-in');
  await waitFor(() => expect(started).toBe(1));
  stop();
  // Neither a stranger's page nor anybody's is rendered until the next one is there.
  expect(sessionStore.getState()).toMatchObject({ status: 'unknown', whoami: null, profile: null });
  expect(sessionStorage).toHaveLength(0);
});

test('the same person who signs in again goes on, with what was typed', async () => {
  knowsThem();
  hear('signed-in');
  await waitFor(() => expect(server.requests(getWhoami)).toHaveLength(1));
  await session.loadSession();
  expect(started).toBe(0);
  expect(sessionStore.getState().status).toBe('signed-in');
  expect(sessionStorage.getItem('a draft')).toBe('half a sentence');
  jest.restoreAllMocks();
});

test('what waits under the id of somebody whose session ended is gone when another person signs in on a page that knows neither', async () => {
  const { whoami, profile } = sessionStore.getState();
  if (whoami === null || profile === null) throw new Error('signIn() signs somebody in');
  jest.spyOn(console, 'warn').mockImplementation(() => undefined); // nobody signs the plan token of signIn()
  server.answer(getProfile, profile);
  server.answer(getRegistrationStatus, { is_completed: true, stage: 5 });
  const arrive = async (member_id: string, account_id = whoami.account_id) => {
    sessionStore.setState(session.unknownSession, true);
    server.answer(getWhoami, { ...whoami, member_id, account_id });
    await session.loadSession().catch(() => undefined);
  };
  const elsewhere = crypto.randomUUID(); // their member in another organisation
  const waiting = [whoami.member_id, elsewhere].map((member) => `unsaved.${member}.a form`);
  await arrive(whoami.member_id);
  sessionStorage.setItem(`unsaved.${whoami.member_id}.a form`, 'half a sentence');
  await arrive(elsewhere);
  sessionStorage.setItem(`unsaved.${elsewhere}.a form`, 'half a sentence');
  await arrive(whoami.member_id);
  expect(Object.keys(sessionStorage)).toEqual(expect.arrayContaining(waiting));
  await arrive(crypto.randomUUID(), crypto.randomUUID());
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('unsaved.'))).toEqual([]);
  jest.restoreAllMocks();
});

test('what is no news of a session changes nothing; without a network a first load says nothing of the others', async () => {
  const statuses: string[] = [];
  const stop = sessionStore.subscribe(({ status }) => statuses.push(status));
  hear('nonsense');
  hear('signed-out');
  await waitFor(() => expect(ledTo).toEqual([null]));
  stop();
  expect(statuses).toEqual(['anonymous']);
  sessionStore.setState(session.unknownSession, true);
  server.lose(getWhoami);
  await session.loadSession();
  expect(ledTo).toEqual([null, '/dialogue/42']);
  expect(await allHeard()).toEqual([]);
});
