import type { Consent } from '../measuring/analytics/consent.ts';
import { readChoice, type FoundChoice } from './consent-cookie.ts';
import type { DialogOptions } from './dialogs.ts';

/** A choice made on this page; `by` is its place: the prompt, or the settings. */
export type ConsentChoice = {
  readonly event: 'consent_given' | 'consent_changed';
  readonly allowsAnalytics: boolean;
  readonly by: 'prompt' | 'settings';
};

export type ConsentPage = {
  /** Returns the address in the texts (specification §1). */
  readonly supportEmail: () => string;
  /** Called on the page of the choice, after it holds (specification §4: first consent, then changes). */
  readonly onChosen: (chosen: ConsentChoice) => void;
  /** Called if the code of the prompt or the settings could not be fetched. */
  readonly onTrouble: (error: unknown) => void;
  /** Aborted when another page takes over the same document: nothing is asked here any more. */
  readonly gone?: AbortSignal;
};

/**
 * The channel also connects tabs of two releases of the product; a message only says that there is something to read.
 */
const channelName = 'parlance:cookie-consent';

type Dialogs = typeof import('./dialogs.ts');

export type CookieConsent = Consent & {
  /**
   * Asks if nothing was chosen yet. Robots are never asked (specification §1): their list comes with the dialogs, as a
   * person who has chosen needs neither.
   */
  offer(): void;
  openPreferences(): void;
};

/**
 * Manages the cookie choice of this browser. The cookie is the truth: it is read when the page starts, after a choice
 * here or in another tab, and whenever the page is seen again. The dialogs are fetched on demand.
 */
export function createCookieConsent({
  supportEmail,
  onChosen,
  onTrouble,
  gone = new AbortController().signal,
}: ConsentPage): CookieConsent {
  const listeners = new Set<() => void>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName);
  let found: FoundChoice = readChoice();
  let dialogs: Dialogs | null = null;

  const refresh = () => {
    const before = found;
    found = readChoice();
    if (before.state === found.state && before.allowsAnalytics === found.allowsAnalytics) return;
    for (const listener of listeners) listener();
    // A choice in another tab answers the prompt that is still open here.
    if (found.state === 'chosen') dialogs?.closePrompt();
  };
  const refreshWhenSeen = () => void (document.visibilityState === 'visible' && refresh());
  const untilGone = { signal: gone };
  channel?.addEventListener('message', refresh, untilGone);
  document.addEventListener('visibilitychange', refreshWhenSeen, untilGone);
  window.addEventListener('focus', refresh, untilGone);
  gone.addEventListener('abort', () => dialogs?.closePrompt());

  const withDialogs = async (open: (there: Dialogs, given: DialogOptions) => Promise<unknown>) => {
    // A browser that admits to automation needs no code to be detected.
    if (navigator.webdriver) return;
    try {
      dialogs ??= await import('./dialogs.ts');
      if (gone.aborted || dialogs.isRobot(navigator.userAgent)) return;
      await open(dialogs, {
        supportEmail: supportEmail(),
        onChosen(event, by) {
          refresh();
          channel?.postMessage(null);
          onChosen({ event, by, allowsAnalytics: found.allowsAnalytics });
        },
      });
    } catch (error) {
      onTrouble(error);
    }
  };

  return {
    isAllowed: () => found.allowsAnalytics,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    offer() {
      if (found.state === 'chosen') return;
      // Somebody may choose in another tab while the code is loading.
      void withDialogs(async (there, given) => found.state === 'chosen' || (await there.openPrompt(given)));
    },
    openPreferences() {
      void withDialogs((there, given) => there.openSettings(given));
    },
  };
}

let ofPage: CookieConsent | null = null;

/** Starts the consent for the page; once. */
export function startCookieConsent(page: ConsentPage): CookieConsent {
  ofPage = createCookieConsent(page);
  return ofPage;
}

/** Opens the cookie settings, from anywhere on the page. */
export function openCookiePreferences(): void {
  ofPage?.openPreferences();
}
