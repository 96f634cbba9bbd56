const key = 'subscription.left-to-pay';

/**
 * The invoice for which somebody went to the page of a provider, in this tab. It says only which one to ask the server
 * about when they are back: what they come back with is never believed.
 */
export const leftToPay = (): string | null => withStorage((storage) => storage.getItem(key));

export const noteLeaving = (invoiceId: string): void => void withStorage((storage) => storage.setItem(key, invoiceId));

export const forgetLeaving = (): void => void withStorage((storage) => storage.removeItem(key));

/** Reading the property already throws where storage is denied; then the invoice is found in the list. */
function withStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(window.sessionStorage);
  } catch (denied) {
    if (denied instanceof DOMException) return null;
    throw denied;
  }
}
