import { inSessionStorage } from '@parlance/shared/storage';

const key = 'subscription.left-to-pay';

/**
 * The invoice for which somebody went to the page of a provider, in this tab. It says only which one to ask the server
 * about when they are back: what they come back with is never believed.
 */
export const leftToPay = (): string | null => inSessionStorage((storage) => storage.getItem(key));

export const noteLeaving = (invoiceId: string): void => void inSessionStorage((storage) => storage.setItem(key, invoiceId));

export const forgetLeaving = (): void => void inSessionStorage((storage) => storage.removeItem(key));
