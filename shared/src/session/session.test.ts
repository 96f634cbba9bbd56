import { fakeServer, signIn } from '@parlance/shared/testing';
import * as session from '@parlance/shared/session';
import { waitFor } from '@testing-library/dom';
import { base64url, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose';
import { planFeatures } from '../contract/access/access.ts';
import { listBots } from '../contract/api/bots.ts';
import { jwksPath, planTokenAudience, planTokenIssuer } from '../contract/api/plans/plan.ts';
import { getProfile, type Profile } from '../contract/api/users/profile.ts';
import { getRegistrationStatus } from '../contract/api/registration/registration.ts';
import { getWhoami, signOut as signOutEndpoint, type Whoami } from '../contract/api/session/session.ts';
import { call } from '../http/http.ts';
import { announceSessionEnd } from '../http/session-end.ts';

const { sessionStore, loadSession } = session;
const server = fakeServer();
const organization = '0198f0aa-0000-7000-8000-000000000002';
const profile: Profile = {
  username: null,
  email: 'member@pro.example',
  role: 'member',
  organization: 'Pro example',
  mfa_preference: 'NONE',
  language: 'en',
  teams: [],
};
let whoami: Whoami;
let jwk: JWK;
const recorded: string[] = [];
const ledTo: (string | null)[] = [];
let warn: jest.SpyInstance;

beforeAll(async () => {
  const keys = await generateKeyPair('RS256', { extractable: true });
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' };
  const flags = Object.fromEntries(planFeatures.map((it) => [it, it === 'governance']));
  const token = new SignJWT({ ...flags, organization_id: organization }).setProtectedHeader({
    alg: 'RS256',
    kid: 'one',
  });
  whoami = {
    member_id: '0198f0aa-0000-7000-8000-000000000001',
    account_id: '0198f0aa-0000-7000-8000-00000000000a',
    organization_id: organization,
    organization_name: 'Pro example',
    terms_to_accept: [],
    privileges: [],
    is_admin: true,
    is_owner: false,
    primary_active_plan_name: 'Pro',
    workspace_status: 'ACTIVE',
    plan_options: await token
      .setIssuer(planTokenIssuer)
      .setAudience(planTokenAudience)
      .setIssuedAt()
      .setExpirationTime('15m')
      .sign(keys.privateKey),
  };
  session.setRecorder({ record: (name) => recorded.push(name) });
  session.setNavigator({ toLogin: (to) => ledTo.push(to) });
});

beforeEach(() => {
  recorded.length = 0;
  ledTo.length = 0;
  sessionStore.setState(session.unknownSession, true);
  document.cookie = 'csrftoken=the-token; path=/';
  window.history.replaceState(null, '', '/dialogue/42?part=2');
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.answerAddress(`http://localhost:3000/api/main${jwksPath}`, () => ({ json: { keys: [{ ...jwk }] } }));
  server.answer(getWhoami, () => whoami);
  server.answer(getProfile, profile);
  server.answer(getRegistrationStatus, { is_completed: false, stage: 3 });
  server.answer(listBots, { items: [], next_cursor: null });
});
afterEach(() => jest.restoreAllMocks());

/** Makes a round trip over the network: earlier requests have arrived by then. */
const askSomethingElse = () => call(listBots, {}).catch(() => undefined);

describe('loading the session', () => {
  it('fills the store with who it is, the verified features, the registration and what follows from them', async () => {
    await loadSession();
    const state = sessionStore.getState();
    expect(state).toMatchObject({
      status: 'signed-in',
      whoami,
      profile,
      registration: { is_completed: false, stage: 3 },
      problem: null,
    });
    expect([...state.features]).toEqual(['governance']);
    expect(state.subject).toEqual({
      isAdmin: true,
      isOwner: false,
      workspaceStatus: 'ACTIVE',
      features: state.features,
      planName: whoami.primary_active_plan_name,
      statements: [],
      registration: { isCompleted: false, stage: 3 },
    });
    expect([state.ability.can('manage', 'anything'), session.anonymousSession.ability.can('read', 'anything')]).toEqual(
      [true, false],
    );
    expect(server.requests(getRegistrationStatus)[0]?.query.email).toBe(profile.email);
    expect(warn).not.toHaveBeenCalled();
  });

  it('asks for the profile together with whoami where the cookie says that somebody is signed in', async () => {
    const order: string[] = [];
    const noting =
      <T>(name: string, value: T, before: () => Promise<unknown>) =>
      async () => {
        order.push(`${name} asked`);
        await before();
        order.push(`${name} answered`);
        return value;
      };
    const both = Promise.withResolvers<undefined>();
    const whenBothWereAsked = () => {
      if (order.length === 2) both.resolve(undefined);
      return both.promise;
    };
    server.answer(getWhoami, noting('whoami', whoami, whenBothWereAsked));
    server.answer(getProfile, noting('profile', profile, whenBothWereAsked));
    await loadSession();
    expect(order.slice(0, 2).sort()).toEqual(['profile asked', 'whoami asked']);
    order.length = 0;
    server.answer(getWhoami, noting('whoami', whoami, askSomethingElse));
    server.answer(getProfile, noting('profile', profile, askSomethingElse));
    document.cookie = 'csrftoken=; path=/; expires=Thu, 01 Jan 1970 00:00:00 GMT';
    await loadSession();
    expect(order).toEqual(['whoami asked', 'whoami answered', 'profile asked', 'profile answered']);
  });

  it('is one load for all who ask at once', async () => {
    await Promise.all([loadSession(), loadSession(), loadSession()]);
    expect(server.requests(getWhoami)).toHaveLength(1);
  });

  it('takes a plan token that does not verify for no features, and says so in the console (specification §8)', async () => {
    const unsigned = `${base64url.encode('{"alg":"none"}')}.${whoami.plan_options.split('.')[1]}.`;
    server.answer(getWhoami, { ...whoami, plan_options: unsigned });
    await loadSession();
    expect(sessionStore.getState()).toMatchObject({ status: 'signed-in' });
    expect(sessionStore.getState().features.size).toBe(0);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('takes a registration whose check fails for complete, and warns (specification §8)', async () => {
    const proxy = () => server.answerRaw(getRegistrationStatus, 404, 'a proxy’s page');
    for (const fail of [
      () => server.lose(getRegistrationStatus),
      () => server.fail(getRegistrationStatus, 'internal'),
      proxy,
    ]) {
      warn.mockClear();
      fail();
      await loadSession();
      expect(sessionStore.getState().subject?.registration).toEqual({ isCompleted: true, stage: 5 });
      expect(warn.mock.calls.map(([said]) => String(said))).toEqual([expect.stringContaining('specification §8')]);
    }
  });

  it('knows a registration that the server refuses to tell of for one that begins anew, without a warning (specification §7)', async () => {
    server.fail(getRegistrationStatus, 'not_found');
    await loadSession();
    expect(sessionStore.getState()).toMatchObject({
      status: 'signed-in',
      registration: { is_completed: false, stage: 0 },
      problem: null,
    });
    expect(sessionStore.getState().subject?.registration).toEqual({ isCompleted: false, stage: 0, isRefused: true });
    expect(warn).not.toHaveBeenCalled();
  });

  it('raises “Invalid profile response” for a profile of another shape (specification §5)', async () => {
    for (const wrong of [
      { ...profile, email: 'not an address' },
      { ...profile, mfa_preference: 'SMS' },
      { ...profile, teams: null },
    ]) {
      server.answerRaw(getProfile, 200, { success: true, data: wrong });
      await expect(loadSession()).rejects.toThrow('Invalid profile response');
      expect(sessionStore.getState().problem?.message).toBe('Invalid profile response');
    }
    server.answer(getProfile, profile);
    await loadSession();
    expect(sessionStore.getState()).toMatchObject({ status: 'signed-in', problem: null });
  });
});

describe('a failed whoami (specification §8)', () => {
  it('removes the CSRF cookie, records authentication_error and leads to the login page and back', async () => {
    server.fail(getWhoami, 'unauthenticated');
    server.fail(getProfile, 'unauthenticated');
    await loadSession();
    expect(document.cookie).not.toContain('csrftoken');
    expect(recorded).toEqual(['authentication_error']);
    expect(sessionStore.getState()).toMatchObject({ status: 'anonymous', whoami: null, profile: null, subject: null });
    expect(ledTo).toEqual(['/dialogue/42?part=2']);
    expect(session.loginAddress('/dialogue/42?part=2')).toBe('/auth/login?to=%2Fdialogue%2F42%3Fpart%3D2');
  });

  it('leaves a public page where it is', async () => {
    server.fail(getWhoami, 'unauthenticated');
    for (const path of ['/auth/login', '/terms/privacy-policy', '/error', '/redirect']) {
      window.history.replaceState(null, '', path);
      await loadSession();
    }
    expect(ledTo).toEqual([]);
    window.history.replaceState(null, '', '/authority');
    await loadSession();
    expect(ledTo).toEqual(['/authority']);
  });

  it('for want of a network is one on the first load, and none for somebody who is at work', async () => {
    server.lose(getWhoami);
    await loadSession();
    expect(sessionStore.getState().status).toBe('anonymous');
    signIn();
    await loadSession();
    expect(sessionStore.getState().status).toBe('signed-in');
    expect(recorded).toEqual(['authentication_error']);
  });

  it.each(['rate_limited', 'request_timeout'] as const)(
    'as %s is none for somebody who is at work, here or in another tab',
    async (code) => {
      signIn();
      server.fail(getWhoami, code);
      await loadSession();
      expect(sessionStore.getState().status).toBe('signed-in');
      expect([ledTo, recorded]).toEqual([[], []]);
    },
  );

  it('leads to a login whose address does not hold the code of a mail’s link', async () => {
    window.history.replaceState(null, '', '/profile#code=123456');
    server.fail(getWhoami, 'unauthenticated');
    await loadSession();
    window.history.replaceState(null, '', '/dialogue/42#last');
    announceSessionEnd();
    expect(ledTo).toEqual(['/profile', '/dialogue/42#last']);
  });
});

describe('the end of a session', () => {
  it('that the charts service announces leads to the login page (specification §4)', async () => {
    await loadSession();
    announceSessionEnd();
    expect(sessionStore.getState().status).toBe('anonymous');
    expect(ledTo).toEqual(['/dialogue/42?part=2']);
  });

  it('that a request of the main service suspects is for whoami to say, once, without a loop', async () => {
    await loadSession();
    server.fail(listBots, 'unauthenticated');
    await call(listBots, {}).catch(() => undefined);
    await loadSession();
    expect(sessionStore.getState().status).toBe('signed-in');
    for (const endpoint of [getWhoami, getProfile]) server.fail(endpoint, 'unauthenticated');
    await call(listBots, {}).catch(() => undefined);
    await loadSession();
    await askSomethingElse();
    expect(sessionStore.getState().status).toBe('anonymous');
    expect(ledTo).toHaveLength(1);
    expect(server.requests(getWhoami).length).toBeLessThanOrEqual(3);
  });

  it('is not suspected by somebody who is not signed in: a wrong password asks nothing', async () => {
    await loadSession();
    session.endSession();
    const before = server.requests(getWhoami).length;
    server.fail(listBots, 'credentials_wrong');
    await call(listBots, {}).catch(() => undefined);
    await askSomethingElse();
    expect(server.requests(getWhoami)).toHaveLength(before);
  });

  it('by signing out is told to the server first, and leads to a login that goes nowhere in particular', async () => {
    await loadSession();
    server.fail(signOutEndpoint, 'rate_limited');
    await expect(session.signOut()).rejects.toMatchObject({ code: 'rate_limited' });
    expect(sessionStore.getState().status).toBe('signed-in');
    server.answer(signOutEndpoint, {});
    await session.signOut();
    expect(sessionStore.getState().status).toBe('anonymous');
    expect(ledTo).toEqual([null]);
    expect(recorded).toEqual([]);
  });

  it('by signing out that is asked for twice ends once', async () => {
    await loadSession();
    server.answer(signOutEndpoint, {});
    await Promise.all([session.signOut(), session.signOut()]);
    expect(server.requests(signOutEndpoint)).toHaveLength(1);
    expect(ledTo).toEqual([null]);
  });

  it('by signing out waits for what the shell still has to finish, and for no failure of it', async () => {
    for (const finishes of [true, false]) {
      await loadSession();
      server.answer(signOutEndpoint, {});
      const before = server.requests(signOutEndpoint).length;
      session.setFarewell(async () => {
        expect(server.requests(signOutEndpoint)).toHaveLength(before);
        if (!finishes) throw new Error('not finished');
      });
      await session.signOut();
      expect(server.requests(signOutEndpoint)).toHaveLength(before + 1);
      expect(sessionStore.getState().status).toBe('anonymous');
    }
    session.setFarewell(() => Promise.resolve());
  });
});

describe('the refetch on the return to the page (specification §9)', () => {
  /** Simulates a return to the page so many minutes after a moment: the browser fires two events. */
  const returnAfter = (minutes: number, moment: number) => {
    const clock = jest.spyOn(Date, 'now').mockReturnValue(moment + minutes * 60_000);
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    clock.mockRestore();
  };
  const asked = () => server.requests(getWhoami).length;

  it('happens at most every five minutes', async () => {
    await loadSession();
    const loadedAt = sessionStore.getState().loadedAt ?? 0;
    returnAfter(4.9, loadedAt);
    await askSomethingElse();
    expect(asked()).toBe(1);
    returnAfter(5.1, loadedAt);
    await waitFor(() => expect(sessionStore.getState().loadedAt).not.toBe(loadedAt));
    expect(asked()).toBe(2);
  });

  it('is no more frequent while the server cannot answer', async () => {
    await loadSession();
    const loadedAt = sessionStore.getState().loadedAt ?? 0;
    server.fail(getWhoami, 'rate_limited');
    for (const [minutes, times] of [
      [5.1, 2],
      [6, 2],
      [10, 2],
      [10.2, 3],
    ] as const) {
      returnAfter(minutes, loadedAt);
      await loadsInVain(times - 1);
    }
    expect(asked()).toBe(3);
  });

  /** Waits for so many failed loads, by which time any load of the person's return would have been noticed. */
  async function loadsInVain(times: number): Promise<void> {
    await waitFor(() =>
      expect(warn.mock.calls.filter(([said]) => String(said).includes('what was known is kept'))).toHaveLength(times),
    );
    await askSomethingElse();
  }
});

describe('when the plan token is no longer in date (specification §5)', () => {
  const quarter = 15 * 60_000;
  const pause = 5 * 60_000;
  /** Captures the timers that wait for minutes; none of them ever fires by itself here. */
  function heldTimers() {
    const set = window.setTimeout;
    const held: { ring: () => void; ms: number | undefined }[] = [];
    jest
      .spyOn(window, 'setTimeout')
      .mockImplementation(((ring: () => void, ms?: number) =>
        ms !== undefined && ms >= pause ? held.push({ ring, ms }) : set(ring, ms)) as typeof setTimeout);
    return held;
  }
  const asked = () => server.requests(getWhoami).length;
  afterEach(() => jest.restoreAllMocks());

  it('the session is loaded anew in a tab that nobody leaves, with the next token, and so on', async () => {
    const timers = heldTimers();
    await loadSession();
    expect(timers.map(({ ms }) => ms)).toEqual([quarter]);
    const { loadedAt } = sessionStore.getState();
    timers[0]?.ring();
    await waitFor(() => expect(sessionStore.getState().loadedAt).not.toBe(loadedAt));
    expect(asked()).toBe(2);
    expect(timers.at(-1)?.ms).toBe(quarter);
  });

  it('it is loaded later where that failed, no more often than the return of a person does, and what was known stays', async () => {
    const timers = heldTimers();
    await loadSession();
    server.fail(getWhoami, 'database_unavailable', { times: 10 });
    const before = asked();
    timers.at(-1)?.ring();
    expect(timers.at(-1)?.ms).toBe(pause);
    await waitFor(() => expect(asked()).toBeGreaterThan(before));
    await waitFor(() =>
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('what was known is kept'), expect.anything()),
    );
    expect(sessionStore.getState().status).toBe('signed-in');
  });

  it('nobody is asked for a page that is not looked at, nor after the session has ended', async () => {
    const timers = heldTimers();
    await loadSession();
    const visibility = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    timers.at(-1)?.ring();
    await askSomethingElse();
    expect(asked()).toBe(1);
    visibility.mockRestore();
    sessionStore.setState(session.anonymousSession, true);
    const set = timers.length;
    timers.at(-1)?.ring();
    await askSomethingElse();
    expect([asked(), timers.length]).toEqual([1, set]);
  });
});

describe('what was typed before anybody was known here', () => {
  const typed = 'stranger.registration';
  it.each([
    [true, null],
    [false, 'typed'],
  ] as const)('with a registration that is complete (%s) it is %s', async (is_completed, left) => {
    sessionStorage.setItem(typed, 'typed');
    server.answer(getRegistrationStatus, { is_completed, stage: 3 });
    await loadSession();
    expect(sessionStorage.getItem(typed)).toBe(left);
    sessionStorage.clear();
  });
});
