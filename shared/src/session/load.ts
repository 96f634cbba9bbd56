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

/** Milliseconds from one load to the next that the return of the person to the page begins (specification §9). */
const refetchPause = 5 * 60 * 1000;
/** Milliseconds that a timer can wait at most. */
const longestTimer = 2 ** 31 - 1;

let underWay: Promise<void> | null = null;
/** Counts the sessions of this tab. A load of an earlier generation writes nothing and ends nothing. */
let generation = 0;
/**
 * When the last load began, in milliseconds since 1970, whatever came of it: a server that ails is not asked more
 * often.
 */
let lastAttempt = 0;
/** When the plan token is no longer in date. */
let expiry: ReturnType<typeof setTimeout> | undefined;
let stopListening: (() => void) | null = null;

/**
 * Finds out who the caller is and fills the store: whoami, profile, plan features, registration status. Calls while one
 * is under way get the same one. A failed whoami ends the session (specification §8) and is no error; what hinders the
 * rest is thrown and stands in the store as `problem`.
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

/** Whatever is under way was sent with the cookies of before. */
function beginGeneration(): void {
  generation += 1;
  underWay = null;
}

async function load(mine: number): Promise<void> {
  lastAttempt = Date.now();
  // The cookie says that somebody was signed in here, so what they will need is asked for together with whoami.
  // Without it, the visitor of a public page is not made to fetch the keys of a plan.
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
    // Keeps what was known, so that a failed refresh takes no screen away.
    store.setState({ problem });
    throw problem;
  }
}

/**
 * A plan token counts as long as it is in date (specification §5), also in a tab that nobody leaves. The token says how
 * long that is, not this computer's clock. A hidden tab reloads when it is seen again.
 */
function refreshAtExpiry(claims: PlanClaims | null): void {
  clearTimeout(expiry);
  const lasts = claims?.iat === undefined ? refetchPause : (claims.exp - claims.iat) * 1000;
  const wait = (pause: number) => {
    expiry = setTimeout(
      () => {
        if (store.getState().status !== 'signed-in') return;
        // A successful load schedules the next one by its own token. A failed one is repeated after the pause.
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
 * the previous one, or may have switched to another organisation of the same person: what they typed in the one they
 * left waits there (`keepsDrafts`).
 */
function reloadAtStart({ keepsDrafts }: { readonly keepsDrafts: boolean }): void {
  // Forms save what is typed when the session ends, so that comes first.
  store.setState(anonymousSession, true);
  if (!keepsDrafts) clearDrafts();
  // Otherwise a public screen would be rendered for a stranger until the next page is there.
  store.setState(unknownSession, true);
  if (hooks.navigator.toStart === undefined) window.location.assign('/');
  else hooks.navigator.toStart();
}

/** A promise that never rejects: its value gives or throws what came of the work. */
function settled<T>(work: Promise<T>): Promise<() => T> {
  return work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
}

/** The registration status is asked for by e-mail, which only the profile knows. */
async function loadPerson(): Promise<Pick<SessionFacts, 'profile' | 'registration'>> {
  const profile = await call(getProfile, {}).catch((error: unknown) => {
    const misshapen = error instanceof ApiFailure && error.code === 'invalid_response';
    throw misshapen ? new Error('Invalid profile response', { cause: error }) : error; // the words of specification §5
  });
  return { profile, registration: await checkRegistration(profile.email) };
}

/**
 * A failed whoami (specification §8). Somebody who is at work keeps the session unless the server said that it knows
 * nobody: of a network that failed, a server that failed or one that had no time (408, 429) nothing is known to have
 * changed, and the server checks every request anyway.
 */
function handleFailedWhoami(error: unknown): void {
  const isDenied = error instanceof ApiFailure && (error.status === 401 || error.status === 403);
  if (store.getState().status === 'signed-in' && !isDenied) {
    console.warn('The session could not be refreshed; what was known is kept.', error);
    return;
  }
  hooks.recorder.record('authentication_error', { code: error instanceof ApiFailure ? error.code : 'unknown' });
  if (isDenied) return endSession();
  // This page cannot go on; of the session of the other tabs nothing is known.
  forgetSession();
  leadToLogin();
}

/** Forgets who was signed in, here and in the other tabs, and leads to the login page (specification §4). */
export function endSession(): void {
  forgetSession();
  tellTabs('ended');
  leadToLogin();
}

/** And back to where the person is, after signing in again. A page that is for anyone stays. */
function leadToLogin(backTo: string | null = whereabouts()): void {
  if (!isPublicPath(window.location.pathname)) hooks.navigator.toLogin(backTo);
}

/**
 * The address below this origin; null for the start page, where signing in leads anyway. A place in the page stays; a
 * code of a mail's link (`#code=…`) stands behind the # so that no server sees it, and the login page's address is a
 * server's.
 */
function whereabouts(): string | null {
  const { pathname, search, hash } = window.location;
  return pathname === '/' && search === '' ? null : `${pathname}${search}${hash.includes('=') ? '' : hash}`;
}

/**
 * The server has given this browser another session: that of a registration, or of the member that came of one. The
 * other tabs hear it, and this page reloads at the start page. With `goesOn` the page stays and loads the session
 * again.
 */
export async function sessionMoved({ goesOn = false }: { readonly goesOn?: boolean } = {}): Promise<void> {
  beginGeneration();
  tellTabs('signed-in');
  if (!goesOn) return reloadAtStart({ keepsDrafts: false });
  // The same person has another id in their new session; this page would be taken from them as a stranger's.
  store.setState(anonymousSession, true);
  await loadSession();
}

/**
 * The same for a person who has gone to another organisation of theirs: what they typed waits in the one that they
 * leave.
 */
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
 * Asks whoami again after a suspect request and on return to the page. An end that a service announces counts at once.
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
