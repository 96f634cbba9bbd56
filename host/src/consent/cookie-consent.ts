import type { Consent } from '../measuring/analytics/consent.ts';
import { readChoice, type FoundChoice } from './consent-cookie.ts';
import type { DialogOptions } from './dialogs.ts';

/** A choice made on this page; `by` is where: in the prompt, or in the settings. */
export type ConsentChoice = {
  readonly event: 'consent_given' | 'consent_changed';
  readonly allowsAnalytics: boolean;
  readonly by: 'prompt' | 'settings';
};

export type ConsentPage = {
  /** Stands in the texts (specification §1). */
  readonly supportEmail: () => string;
  /** Called on the page where somebody chose, after it holds (specification §4: first consent, then changes). */
  readonly onChosen: (chosen: ConsentChoice) => void;
  /** The prompt or the settings were to be shown, and their code could not be fetched. */
  readonly onTrouble: (error: unknown) => void;
  /** Another page has taken the place of this one, in the same document: nothing is asked here any more. */
  readonly gone?: AbortSignal;
};

/** Tabs of two releases of the product talk over it; what they say is only that there is something to read. */
const channelName = 'parlance:cookie-consent';

type Dialogs = typeof import('./dialogs.ts');

export type CookieConsent = Consent & {
  /**
   * Asks where nothing was chosen yet. Robots are never asked (specification §1): their list comes with the dialogs, as
   * whoever has chosen needs neither.
   */
  offer(): void;
  openPreferences(): void;
};

/**
 * The choice of this browser about cookies. The cookie is the truth: it is read when the page starts, when somebody
 * chooses here or in another tab, and whenever the page is seen again. The dialogs are fetched when one is to be shown.
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
    // Chosen in another tab: the question that still stands here is answered.
    if (found.state === 'chosen') dialogs?.closePrompt();
  };
  const refreshWhenSeen = () => void (document.visibilityState === 'visible' && refresh());
  const untilGone = { signal: gone };
  channel?.addEventListener('message', refresh, untilGone);
  document.addEventListener('visibilitychange', refreshWhenSeen, untilGone);
  window.addEventListener('focus', refresh, untilGone);
  gone.addEventListener('abort', () => dialogs?.closePrompt());

  const withDialogs = async (open: (there: Dialogs, given: DialogOptions) => Promise<unknown>) => {
    // A browser that says itself that a program drives it needs no code to be told.
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
      // Somebody may choose in another tab while the code is on its way.
      void withDialogs(async (there, given) => found.state === 'chosen' || (await there.openPrompt(given)));
    },
    openPreferences() {
      void withDialogs((there, given) => there.openSettings(given));
    },
  };
}

let ofPage: CookieConsent | null = null;

/** Starts it for the page; once. */
export function startCookieConsent(page: ConsentPage): CookieConsent {
  ofPage = createCookieConsent(page);
  return ofPage;
}

/** Opens the cookie settings, from anywhere on the page. */
export function openCookiePreferences(): void {
  ofPage?.openPreferences();
}
