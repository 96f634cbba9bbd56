import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';
import type { CookieConsent } from '../consent/cookie-consent.ts';
import { warnOfDevice } from '../frame/device-warning/device-warning.ts';

/** Shows a new browser its notices, one after the other: the device warning, which is modal, then the cookie prompt. */
export function greetNewcomer(consent: Pick<CookieConsent, 'offer'>): void {
  whenLoadedAndIdle(() => {
    warnOfDevice()
      .catch((error: unknown) =>
        console.warn('The device warning could not be fetched; it comes with the next page.', error),
      )
      .finally(() => consent.offer());
  });
}
