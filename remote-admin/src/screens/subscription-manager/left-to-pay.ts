import { sessionStore } from '@parlance/shared/session';
import { inSessionStorage } from '@parlance/shared/storage';

/** Returns the storage key of the member: another organisation of the same person has other invoices. */
const keyNow = (): string => `subscription.left-to-pay.${sessionStore.getState().whoami?.member_id ?? ''}`;

/**
 * Returns the invoice for which somebody went to the page of a provider, in this tab. It only names the one to ask the
 * server about on return: the return address itself is never trusted.
 */
export const leftToPay = (): string | null => inSessionStorage((storage) => storage.getItem(keyNow()));

export const noteLeaving = (invoiceId: string): void =>
  void inSessionStorage((storage) => storage.setItem(keyNow(), invoiceId));

export const forgetLeaving = (): void => void inSessionStorage((storage) => storage.removeItem(keyNow()));
