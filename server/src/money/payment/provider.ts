import type { PaymentWay } from '@parlance/shared/contract/api/billing/invoices';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { stripeProvider } from './stripe/provider.ts';
import { loadStripe } from './stripe/settings.ts';

/**
 * Who collects the invoices of an installation. That one is paid is never its answer: it tells by what `settle.ts` is
 * told.
 */
export type PaymentProvider = {
  /**
   * How an open invoice of an organisation is paid. Throws conflict where nothing is owed, payment_unavailable where it
   * cannot be reached.
   */
  collect(organizationId: string, invoiceId: string): Promise<PaymentWay>;
  /** A page for what one pays with. Throws not_found where there is none. */
  openPortal(organizationId: string): Promise<string>;
};

/** Without an account anywhere: somebody transfers the money, and the operator marks the invoice paid. */
const byHand: PaymentProvider = {
  collect: async () => ({ kind: 'by-hand' }),
  openPortal: async () => {
    throw new ApiError('not_found');
  },
};

export async function loadProvider(deps: { config: Config; db: Database }): Promise<PaymentProvider> {
  const gateway = await loadStripe(deps.config);
  return gateway === null ? byHand : stripeProvider(deps, gateway);
}
