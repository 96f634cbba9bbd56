import type { Seller } from '@parlance/shared/contract/api/billing/invoices';
import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import type { Config } from '../../platform/config/config.ts';
import { providerNameOf } from './provider-name.ts';

/** What the operator of an installation says about its invoices. */
export type Terms = {
  readonly seller: Seller;
  readonly taxRate: number;
  readonly numberPrefix: string;
  readonly provider: PaymentProviderName;
};

export const termsOf = (config: Config): Terms => ({
  seller: {
    name: config.SELLER_NAME,
    address: config.SELLER_ADDRESS ?? '',
    vat_id: config.SELLER_VAT_ID ?? '',
    bank_account: config.SELLER_BANK_ACCOUNT ?? '',
  },
  taxRate: config.TAX_RATE,
  numberPrefix: config.INVOICE_NUMBER_PREFIX,
  provider: providerNameOf(config),
});

const dayMs = 86_400_000;
/** Days after its issue on which an invoice is to be paid. */
export const daysToPay = 14;
/** Days after that on which the workspace of one who has not paid expires. */
export const daysOfGrace = 14;
/** Days before that on which the owners are reminded, the last one last. */
export const reminderDays = [7, 1] as const;

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs);
export const daysBetween = (from: Date, until: Date) => (until.getTime() - from.getTime()) / dayMs;
/** When an invoice that stays unpaid makes the workspace expire. */
export const graceEnds = (dueAt: Date) => daysAfter(dueAt, daysOfGrace);
