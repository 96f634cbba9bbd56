import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import type { Config } from '../../platform/config/config.ts';

/** How invoices of this installation are paid: the settings say it, without a word. */
export const providerNameOf = (config: Pick<Config, 'STRIPE_SECRET_KEY'>): PaymentProviderName =>
  config.STRIPE_SECRET_KEY === undefined ? 'by-hand' : 'stripe';
