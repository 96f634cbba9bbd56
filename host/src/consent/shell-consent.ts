import { readPageConfig } from '@parlance/shared/http';
import { i18n } from '@parlance/shared/i18n';
import { recordEvent, sessionStore } from '@parlance/shared/session';
import { snackbar } from '@parlance/shared/ui/toasts';
import { startCookieConsent, type CookieConsent } from './cookie-consent.ts';
import { recordChoice } from './record-choice.ts';

/** Starts the cookie consent on the pages of the shell. */
export function startShellConsent(): CookieConsent {
  return startCookieConsent({
    supportEmail: () => readPageConfig().supportEmail,
    onChosen(chosen) {
      recordChoice(chosen, sessionStore.getState().status === 'signed-in' ? recordEvent : null);
      if (chosen.by === 'settings') snackbar(i18n.t('host:cookies.saved'), { tone: 'good' });
    },
    onTrouble(error) {
      console.warn('The cookie settings could not be fetched.', error);
      snackbar(i18n.t('host:cookies.failed'), { tone: 'bad' });
    },
  });
}
