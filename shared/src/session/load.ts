import { getProfile } from '../contract/api/users/profile.ts';
import type { PlanClaims } from '../contract/api/plans/plan.ts';
import { getWhoami, type Whoami } from '../contract/api/session/session.ts';
import { clearCsrfCookie, csrfCookie, readCookie } from '../http/cookies.ts';
import { ApiFailure, call } from '../http/http.ts';
import { onSessionNews } from '../http/session-end.ts';
import { grantedFeatures, prepareVerification, verifyPlanToken } from '../plan/plan.ts';
import { clearDrafts, clearStrangersDrafts, keepDraftsOf } from './drafts.ts';
import { hooks, isPublicPath } from './hooks.ts';
import { checkRegistration } from './registration-check.ts';
import { anonymousSession, signedInSession, store, unknownSession, type SessionFacts } from './store.ts';
import { onTabNews, tellTabs } from './tab-news.ts';

/** The minimum of milliseconds between two loads triggered by a return to the page (specification §9). */
const refetchPause = 5 * 60 * 1000;
/** The longest delay of a timer in milliseconds. */
const longestTimer = 2 ** 31 - 1;

let underWay: Promise<void> | null = null;
/** Counts the sessions of this tab. A load of an earlier generation writes nothing and ends nothing. */
let generation = 0;
/**
 * The start of the last load, in milliseconds since 1970, whatever its outcome: an ailing server is not asked more
 * often.
 */
let lastAttempt = 0;
/** The timer of the plan token's expiry. */
let expiry: ReturnType<typeof setTimeout> | undefined;
let stopListening: (() => void) | null = null;

/**
 * Loads the session into the store: whoami, profile, plan features, registration status. Calls while one is under way
 * share it. A failed whoami ends the session (specification §8) and is no error; any other failure is thrown and kept
 * in the store as `problem`.
 */
export function loadSession(): Promise<void> {
  stopListening ??= listen();
  if (underWay !== null) return underWay;
  const mine = load(generation).finally(() => {
    if (underWay === mine) underWay = null;
  });
  underWay = mine;
  return mine;
}

/** Begins a generation: requests under way were sent with the previous cookies. */
function beginGeneration(): void {
  generation += 1;
  underWay = null;
}

async function load(mine: number): Promise<void> {
  lastAttempt = Date.now();
  // The cookie says that somebody was signed in here, so their data is requested together with whoami. Without it, the
  // visitor of a public page does not fetch the keys of a plan.
  const likely = readCookie(csrfCookie) !== null;
  if (likely) prepareVerification();
  const early = likely ? settled(loadPerson()) : null;
  let who: Whoami;
  try {
    who = await call(getWhoami, {});
  } catch (error) {
    if (mine === generation) handleFailedWhoami(error);
    // The parallel requests may still answer 401. This load handles that, so it starts no other one.
    await early;
    return;
  }
  if (mine !== generation) return;
  const { whoami: before } = store.getState();
  if (before !== null && before.member_id !== who.member_id)
    return reloadAtStart({ keepsDrafts: before.account_id === who.account_id });
  keepDraftsOf(who);
  try {
    const [claims, person] = await Promise.all([
      verifyPlanToken(who.plan_options, who.organization_id),
      early === null ? loadPerson() : early.then((it) => it()),
    ]);
    if (mine !== generation) return;
    store.setState(signedInSession({ whoami: who, features: grantedFeatures(claims), ...person }), true);
    if (person.registration !== 'refused' && person.registration.is_completed) clearStrangersDrafts();
    refreshAtExpiry(claims);
  } catch (error) {
    if (mine !== generation) return;
    const problem = error instanceof Error ? error : new Error(String(error));
    // The previous data stays, so that a failed refresh takes no screen away.
    store.setState({ problem });
    throw problem;
  }
}

/**
 * Reloads the session when the plan token expires (specification §5), also in a tab that nobody leaves. The token says
 * how long it is valid, not this computer's clock. A hidden tab reloads when it is seen again.
 */
function refreshAtExpiry(claims: PlanClaims | null): void {
  clearTimeout(expiry);
  const lasts = claims?.iat === undefined ? refetchPause : (claims.exp - claims.iat) * 1000;
  const wait = (pause: number) => {
    expiry = setTimeout(
      () => {
        if (store.getState().status !== 'signed-in') return;
        // A successful load schedules the next one by its own token. A failed one is retried after the pause.
        wait(refetchPause);
        if (document.visibilityState === 'visible') refresh();
      },
      Math.min(Math.max(pause, refetchPause), longestTimer),
    );
  };
  wait(lasts);
}

/**
 * Reloads the page. All tabs share one cookie, so another tab may have signed another person in, who sees nothing of
 * the previous one, or may have switched to another organisation of the same person: drafts of the one they left wait
 * there (`keepsDrafts`).
 */
function reloadAtStart({ keepsDrafts }: { readonly keepsDrafts: boolean }): void {
  // Forms save drafts when the session ends, so that comes first.
  store.setState(anonymousSession, true);
  if (!keepsDrafts) clearDrafts();
  // Otherwise a public screen would be rendered for a stranger until the next page is there.
  store.setState(unknownSession, true);
  if (hooks.navigator.toStart === undefined) window.location.assign('/');
  else hooks.navigator.toStart();
}

/** Returns a promise that never rejects: its value returns or throws the outcome of the work. */
function settled<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}

/** Loads profile and registration status. The latter needs the e-mail, which only the profile has. */
async function loadPerson(): Promise<Pick<SessionFacts, 'profile' | 'registration'>> {
  const profile = await call(getProfile, {}).catch((error: unknown) => {
    const misshapen = error instanceof ApiFailure && error.code === 'invalid_response';
    throw misshapen ? new Error('Invalid profile response', { cause: error }) : error; // the words of specification §5
  });
  return { profile, registration: await checkRegistration(profile.email) };
}

/**
 * Handles a failed whoami (specification §8). A signed-in person keeps the session unless the server said that it knows
 * nobody: a failed network, a failed server or a busy one (408, 429) is no sign of a change, and the server checks
 * every request anyway.
 */
function handleFailedWhoami(error: unknown): void {
  const isDenied = error instanceof ApiFailure && (error.status === 401 || error.status === 403);
  if (store.getState().status === 'signed-in' && !isDenied) {
    console.warn('The session could not be refreshed; what was known is kept.', error);
    return;
  }
  hooks.recorder.record('authentication_error', { code: error instanceof ApiFailure ? error.code : 'unknown' });
  if (isDenied) return endSession();
  // This page cannot continue; nothing is known of the other tabs' session.
  forgetSession();
  leadToLogin();
}

/** Forgets who was signed in, here and in the other tabs, and leads to the login page (specification §4). */
export function endSession(): void {
  forgetSession();
  tellTabs('ended');
  leadToLogin();
}

/** Leads to the login page, and back to the present place after signing in again. A public page stays. */
function leadToLogin(backTo: string | null = whereabouts()): void {
  if (!isPublicPath(window.location.pathname)) hooks.navigator.toLogin(backTo);
}

/**
 * Returns the address below this origin; null for the start page, where signing in leads anyway. An anchor of the page
 * is kept; the code of a mail's link (`#code=…`) is not: it is behind the # so that no server sees it, while the login
 * page's address goes to a server.
 */
function whereabouts(): string | null {
  const { pathname, search, hash } = window.location;
  return pathname === '/' && search === '' ? null : `${pathname}${search}${hash.includes('=') ? '' : hash}`;
}

/**
 * Handles a replaced session of this browser: that of a registration, or of the member that came of one. The other tabs
 * are told, and this page reloads at the start page. With `goesOn` the page stays and loads the session again.
 */
export async function sessionMoved({ goesOn = false }: { readonly goesOn?: boolean } = {}): Promise<void> {
  beginGeneration();
  tellTabs('signed-in');
  if (!goesOn) return reloadAtStart({ keepsDrafts: false });
  // The same person has another id in their new session; this page would be taken from them as a stranger's.
  store.setState(anonymousSession, true);
  await loadSession();
}

/** Handles a switch to another organisation of the same person: drafts wait in the one that they leave. */
export function organizationSwitched(): void {
  beginGeneration();
  tellTabs('signed-in');
  reloadAtStart({ keepsDrafts: true });
}

/** Forgets who was signed in, and stays on the page. */
export function forgetSession(): void {
  beginGeneration();
  clearCsrfCookie();
  store.setState(anonymousSession, true);
}

function refresh(): void {
  loadSession().catch((error: unknown) => console.warn('The session could not be refreshed.', error));
}

/**
 * Calls whoami again after a suspect request and on return to the page. An end that a service announces counts at once.
 */
function listen(): () => void {
  const onReturn = () => {
    if (document.visibilityState !== 'visible' || store.getState().status !== 'signed-in') return;
    if (Date.now() - lastAttempt >= refetchPause) refresh();
  };
  const stopTabs = onTabNews((news) => {
    if (news === 'signed-out') {
      // The other tab has removed the cookie. A new one may exist by now.
      beginGeneration();
      store.setState(anonymousSession, true);
      clearDrafts();
      return leadToLogin(null);
    }
    // Late news may be about an earlier session, so the server is asked.
    if (news !== 'signed-in' && store.getState().status !== 'signed-in') return;
    beginGeneration();
    refresh();
  });
  const stopNews = onSessionNews({
    ended: endSession,
    sessionSuspect: () => {
      // A 401 of the load itself joins that load, which finds nobody signed in, so there is no loop.
      if (store.getState().status === 'signed-in') refresh();
    },
  });
  // The browser fires several events for one return. Lists reload on this one too (`loading.ts`).
  document.addEventListener('visibilitychange', onReturn);
  return () => {
    stopTabs();
    stopNews();
    clearTimeout(expiry);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
