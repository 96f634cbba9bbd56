import type { PaymentWay } from '@parlance/shared/contract/api/billing/invoices';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { stripeProvider } from './stripe/provider.ts';
import { loadStripe } from './stripe/settings.ts';

/**
 * The collector of an installation's invoices. It never returns that one is paid: payments reach the ledger through
 * `settle.ts`.
 */
export type PaymentProvider = {
  /**
   * Returns the way to pay an open invoice of an organisation. Throws conflict if nothing is owed, payment_unavailable
   * if the provider is unreachable.
   */
  collect(organizationId: string, invoiceId: string): Promise<PaymentWay>;
  /** Opens a page for payment methods. Throws not_found if there is none. */
  openPortal(organizationId: string): Promise<string>;
};

/** The provider without an account anywhere: somebody transfers the money, and the operator marks the invoice paid. */
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
