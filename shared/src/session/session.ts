/**
 * The session of the page: SINGLETON, imported as `@parlance/shared/session` and never by a relative path, or there are
 * two and the guard turns a signed-in person away. Its names are only ever added to.
 */
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { signOut as signOutEndpoint } from '../contract/api/session/session.ts';
import { call } from '../http/http.ts';
import { clearDrafts } from './drafts.ts';
import { hooks, type AnalyticsRecorder, type Navigator } from './hooks.ts';
import { forgetSession } from './load.ts';
import { anonymousSession, signedInSession, store, unknownSession, type Session } from './store.ts';
import { tellTabs } from './tab-news.ts';

export type { AnalyticsRecorder, Navigator } from './hooks.ts';
export { isPublicPath, loginAddress } from './hooks.ts';
export { endSession, loadSession, organizationSwitched, sessionMoved } from './load.ts';
export type { Session, SessionFacts } from './store.ts';
export { anonymousSession, signedInSession, unknownSession };

/** The store without React: read with getState, watch with subscribe. */
export const sessionStore: StoreApi<Session> = store;

/** Selects a part of the session; the component re-renders when that part changes. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(store, select);
}

/** Sets the recorder of analytics events, for the shell. Until then they go nowhere. */
export function setRecorder(recorder: AnalyticsRecorder): void {
  hooks.recorder = recorder;
}

/** Records an event of the analytics, by the names of specification §7. */
export function recordEvent(name: string, detail?: Readonly<Record<string, unknown>>): void {
  hooks.recorder.record(name, detail);
}

/** Sets the way to the login page, for the shell. Until then that is a page load. */
export function setNavigator(navigator: Navigator): void {
  hooks.navigator = navigator;
}

/**
 * Sets the work to finish before the session ends, for the shell. Signing out waits for it, so it must end by itself
 * within a second or two.
 */
export function setFarewell(farewell: () => Promise<void>): void {
  hooks.beforeSignOut = farewell;
}

let signingOut: Promise<void> | null = null;

/**
 * Ends the session on the server and forgets it in every tab, drafts included, then leads to the login page. Throws,
 * and forgets nothing, if the server cannot be reached. Concurrent calls share one run.
 */
export function signOut(): Promise<void> {
  signingOut ??= endOnServer().finally(() => {
    signingOut = null;
  });
  return signingOut;
}

async function endOnServer(): Promise<void> {
  await hooks
    .beforeSignOut()
    .catch((error: unknown) => console.warn('Something was not finished before signing out.', error));
  await call(signOutEndpoint, {});
  forgetSession();
  clearDrafts();
  tellTabs('signed-out');
  hooks.navigator.toLogin(null);
}
