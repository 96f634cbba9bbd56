import type {
  BillingDetails,
  InvoiceLine,
  InvoiceStatus,
  Seller,
} from '@parlance/shared/contract/api/billing/invoices';
import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { ChangeKind } from '@parlance/shared/contract/api/subscription/subscription-changes';
import type { ColumnType, Generated } from 'kysely';

/** Written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>;

export type BillingTables = {
  subscriptions: {
    organization_id: string;
    anchored_at: Date | null;
    period_begin: Date | null;
    period_end: Date | null;
    price_a_month: Generated<number>;
    currency: Generated<string>;
    cancel_at_period_end: Generated<boolean>;
    next_plan_name: PlanName | null;
    changed_at: Date | null;
    expired_at: Date | null;
    expired_because: 'cancelled' | 'unpaid' | null;
  };
  /** Dialogues begun in a month, which is its first day. */
  dialogue_counts: { organization_id: string; month: string; count: number };
  billing_details: BillingDetails & { organization_id: string };
  invoice_counter: { only_one: Generated<boolean>; last_number: number };
  invoices: {
    id: Generated<string>;
    /** Null once the organisation is deleted. */
    organization_id: string | null;
    number: number;
    /** The number as it is printed. */
    label: string;
    status: InvoiceStatus;
    /** `period:<its beginning>` or `order:<its key>`. */
    cause: string;
    issued_at: Date;
    due_at: Date;
    paid_at: Date | null;
    currency: string;
    subtotal: number;
    tax_rate: number;
    tax: number;
    total: number;
    seller: Json<Seller>;
    buyer: Json<BillingDetails>;
    provider: PaymentProviderName | null;
    reference: string | null;
    renews_plan: PlanName | null;
    reminded_days: number | null;
  };
  invoice_lines: {
    invoice_id: string;
    organization_id: string | null;
    position: number;
    kind: InvoiceLine['kind'];
    plan_name: PlanName;
    price_a_month: number;
    span_begin: Date | null;
    span_end: Date | null;
    period_begin: Date | null;
    period_end: Date | null;
    amount: number;
  };
  subscription_orders: {
    id: Generated<string>;
    organization_id: string;
    idempotency_key: string;
    /** What the request of the key asked for; null of what was made before it was kept. */
    request_fingerprint: Buffer | null;
    plan_name: PlanName;
    kind: ChangeKind;
    invoice_id: string | null;
    ordered_by: string | null;
    ordered_at: Date;
  };
};

declare module '../../platform/db/tables.ts' {
  interface Tables extends BillingTables {}
}
