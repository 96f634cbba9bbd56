import { pageBlocks } from '@parlance/shared/contract/page-blocks';
import type { PageConfig } from '@parlance/shared/contract/page';
import { openCookiePreferences, startCookieConsent } from '../shell/cookie-consent/cookie-consent.ts';
import { recordChoice } from '../shell/cookie-consent/record-choice.ts';
import { whenLoadedAndIdle } from '../when-idle.ts';
import { readBlock } from './page-texts.ts';

/** Asks about cookies on the login page too, when everything else is there; who has chosen fetches nothing. */
export function startCookies(): void {
  const consent = startCookieConsent({
    supportEmail: () => readBlock<PageConfig>(pageBlocks.config).supportEmail,
    // Nobody is signed in here.
    onChosen: (chosen) => recordChoice(chosen, null),
    onTrouble: (error) => console.warn('The cookie settings could not be fetched.', error),
  });
  document.getElementById('cookies')?.addEventListener('click', openCookiePreferences);
  whenLoadedAndIdle(() => consent.offer());
}
