import type { Seller } from '@parlance/shared/contract/api/billing/invoices';
import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import type { Config } from '../../platform/config/config.ts';
import { providerNameOf } from './provider-name.ts';

/** The invoicing settings of an installation's operator. */
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
/** The days from issue to the due date of an invoice. */
export const daysToPay = 14;
/** The days of grace after the due date, until the workspace expires. */
export const daysOfGrace = 14;
/** The days before expiry on which the owners are reminded, in order. */
export const reminderDays = [7, 1] as const;

export const daysAfter = (moment: Date, days: number) => new Date(moment.getTime() + days * dayMs);
export const daysBetween = (from: Date, until: Date) => (until.getTime() - from.getTime()) / dayMs;
/** Returns the time at which an unpaid invoice makes the workspace expire. */
export const graceEnds = (dueAt: Date) => daysAfter(dueAt, daysOfGrace);
