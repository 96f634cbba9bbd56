import { useSyncExternalStore } from 'react';
import { isFresh, isHeldInMemory, onConsentChange } from './consent-records.ts';

export type Consents = {
  readonly 'privacy-policy': boolean;
  readonly 'terms-of-service': boolean;
  /** True if both are present and not older than three hours (specification §4). */
  readonly areFresh: boolean;
  /** True if the browser does not store them: they end with the page. */
  readonly endWithPage: boolean;
};

const yes = '1';
/** Returns the whole state as one text, because a snapshot must be the same value while nothing has changed. */
const snapshot = () =>
  [isFresh('privacy-policy'), isFresh('terms-of-service'), isHeldInMemory()].map((it) => (it ? yes : '0')).join('');

/** Returns the documents that this browser has accepted within three hours. */
export function useConsents(): Consents {
  const [policy, terms, held] = useSyncExternalStore(onConsentChange, snapshot);
  return {
    'privacy-policy': policy === yes,
    'terms-of-service': terms === yes,
    areFresh: policy === yes && terms === yes,
    endWithPage: held === yes,
  };
}
