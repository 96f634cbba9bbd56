import type { ErrorCode } from '../contract/errors.ts';
import { clearCsrfCookie } from './cookies.ts';

/**
 * Every program has its own copy of the clients and all share one session, so news of the session travels as events of
 * the window. Their names are part of the surface that only grows.
 */
const ended = 'parlance:session-ended';
const suspectEvent = 'parlance:session-doubted';

/**
 * Announces that a service knows no session: the CSRF cookie is removed and the person is led to /auth/login
 * (specification §4).
 */
export function announceSessionEnd(): void {
  clearCsrfCookie();
  window.dispatchEvent(new Event(ended));
}

/** Refusals that a screen meets only if the session has changed since it was loaded. */
const changedRights: readonly (string | undefined)[] = [
  'forbidden',
  'workspace_expired',
  'workspace_disabled',
  'feature_missing',
  'privilege_missing',
  'registration_incomplete',
  'account_deactivated',
] satisfies ErrorCode[];
/** The minimum of milliseconds between two reports of such refusals, so that a screen that retries causes no storm. */
const suspectPause = 60_000;
let suspectAt = -suspectPause;

/**
 * Reports that the main API did not know the caller, or refused a right they seemed to have. Whether the session has
 * ended or changed is for whoami to say: an expired workspace then redirects at once (specification §4), and a menu
 * loses what was revoked.
 */
export function doubtSessionAt(status: number | undefined, code: string | undefined): void {
  if (status === 403 && changedRights.includes(code)) {
    if (performance.now() - suspectAt < suspectPause) return;
    suspectAt = performance.now();
  } else if (status !== 401) return;
  window.dispatchEvent(new Event(suspectEvent));
}

export function onSessionNews(listener: { ended: () => void; sessionSuspect: () => void }): () => void {
  window.addEventListener(ended, listener.ended);
  window.addEventListener(suspectEvent, listener.sessionSuspect);
  return () => {
    window.removeEventListener(ended, listener.ended);
    window.removeEventListener(suspectEvent, listener.sessionSuspect);
  };
}
