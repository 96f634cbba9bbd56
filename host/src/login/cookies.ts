import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import type { PageConfig } from '@parlance/shared/contract/page/page';
import { openCookiePreferences, startCookieConsent } from '../consent/cookie-consent.ts';
import { recordChoice } from '../consent/record-choice.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';
import { readBlock } from './page-texts.ts';

/**
 * Asks about cookies on the login page once everything else has loaded. After a choice nothing is fetched. Ends with
 * `gone`.
 */
export function startCookies(gone?: AbortSignal): void {
  const consent = startCookieConsent({
    ...(gone === undefined ? {} : { gone }),
    supportEmail: () => readBlock<PageConfig>(pageBlocks.config).supportEmail,
    // Nobody is signed in here.
    onChosen: (chosen) => recordChoice(chosen, null),
    onTrouble: (error) => console.warn('The cookie settings could not be fetched.', error),
  });
  document.getElementById('cookies')?.addEventListener('click', openCookiePreferences);
  whenLoadedAndIdle(() => consent.offer());
}
