import * as z from '@parlance/shared/contract/schema';

/**
 * The payment provider. `by-hand`: somebody transfers the money, and the operator marks the invoice paid. `stripe`: on
 * a page of Stripe's.
 */
export const paymentProvider = z.enum(['by-hand', 'stripe']);
export type PaymentProviderName = z.infer<typeof paymentProvider>;
