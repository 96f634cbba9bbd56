import {
  searchRegistrationAttempt,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { onRedirect } from '@parlance/shared/redirect';
import { anonymousSession, loginAddress, sessionStore, setNavigator } from '@parlance/shared/session';
import { forgetConsents, recordConsent } from '../consent/consent-records.ts';
import { holdAttempt } from '../registration/attempt-store.ts';
import { dropDrafts, keepDraft } from '../registration/draft.ts';
import { registeringAt } from './examples.ts';

// The set-up of tests for a step. Never imported by the program.

/** The part of the fake server that is needed here. */
type Server = { readonly answer: (endpoint: typeof searchRegistrationAttempt, data: RegistrationAttempt) => void };
export type Standing = {
  /** The registration; null for a stranger. */
  readonly attempt: RegistrationAttempt | null;
  readonly path: string;
  /** True for a stranger who has chosen a kind of account. */
  readonly hasBegun?: boolean;
  readonly hasConsented?: boolean;
};

/** Resets the browser, removing all state of the previous test. */
export function beginAnew(): void {
  forgetConsents();
  dropDrafts();
  holdAttempt(null);
  sessionStore.setState(anonymousSession, true);
}

/** Opens another tab of this browser, and returns the session news it hears. */
export function otherTab(): { readonly heard: readonly unknown[]; readonly close: () => void } {
  const channel = new BroadcastChannel('parlance:session');
  const heard: unknown[] = [];
  channel.onmessage = ({ data }) => heard.push(data);
  return { heard, close: () => channel.close() };
}

/**
 * Sets up a test to render a step: a person who has accepted both documents unless told otherwise. `left` are the pages
 * of the site to which it led.
 */
export function standAt(server: Server, { attempt, path, hasBegun = false, hasConsented = true }: Standing) {
  const left: string[] = [];
  onRedirect((to) => left.push(to));
  setNavigator({ toLogin: (to) => left.push(loginAddress(to)), toStart: () => left.push('/') });
  if (hasConsented) {
    recordConsent('privacy-policy');
    recordConsent('terms-of-service');
  }
  if (hasBegun) keepDraft('start.account_kind', 'organization');
  if (attempt !== null) server.answer(searchRegistrationAttempt, attempt);
  const session = attempt === null ? {} : { session: registeringAt(attempt.stage, attempt.email) };
  return { left, options: { path, route: path.split(/[?#]/, 1)[0] ?? path, ...session } };
}
