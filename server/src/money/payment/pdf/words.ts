import type { Invoice, InvoiceLine } from '@parlance/shared/contract/api/billing/invoices';
import { billingDay, billingSpan } from '@parlance/shared/contract/values/billing-days';
import type { Language } from '@parlance/shared/contract/values/language';
import { moneyText, rateText } from '@parlance/shared/contract/values/money';
import { sayIn } from '../../../platform/texts/texts.ts';

/** What stands on an invoice, in one language. */
export type Words = {
  t(key: string, values?: Readonly<Record<string, string | number>>): string;
  money(amount: number): string;
  day(moment: string): string;
  /** How it is with the invoice: paid and when, or until when it is to be paid. */
  state(): string;
  /**
   * How it was paid, or how it is to be. Null where nothing is owed, or a page of the provider’s asks for the money.
   */
  payment(): string | null;
  lineOf(line: InvoiceLine): LineWords;
  readonly rate: string;
};
export type LineWords = {
  readonly what: string;
  /** How the amount comes about, where the line is a part of a period. */ readonly share: string | null;
  readonly span: string;
  readonly amount: string;
};

const dayMs = 24 * 3600_000;
/** A ten-thousandth of a day is a few seconds: whoever calculates with what is printed comes to the same cent. */
const digitsOfDays = 4;

export function wordsFor(invoice: Invoice, language: Language): Words {
  const say = sayIn(language);
  const t: Words['t'] = (key, values) => {
    const text = say(key, values);
    if (text === null) throw new Error(`server/locales/${language}.json has no ${key}.`);
    return text;
  };
  const money = (amount: number) => moneyText(language, amount, invoice.currency);
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: digitsOfDays });
  const numberOfDays = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    maximumFractionDigits: digitsOfDays,
  });
  const day = (moment: string) => billingDay(language, moment);
  return {
    t,
    money,
    day,
    rate: rateText(language, invoice.tax_rate),
    state: () => stateOf(invoice, t, day),
    payment: () => paymentOf(invoice, t),
    lineOf: ({ kind, plan_name: plan, price_a_month: price, span, period, amount }) => ({
      what: t(`invoice.lines.${kind}`, { plan }),
      share:
        span === null || period === null
          ? null
          : t('invoice.share', {
              part: number.format(lengthOf(span) / dayMs),
              whole: numberOfDays.format(lengthOf(period) / dayMs),
              price: money(price),
            }),
      span: span === null ? t('invoice.fromPayment') : billingSpan(language, span),
      amount: money(amount),
    }),
  };
}

type Span = NonNullable<InvoiceLine['span']>;
const lengthOf = ({ begin, end }: Span) => Date.parse(end) - Date.parse(begin);

function stateOf({ status, paid_at: paidAt, due_at: dueAt }: Invoice, t: Words['t'], day: Words['day']): string {
  if (status === 'paid' && paidAt !== null) return t('invoice.states.paid', { day: day(paidAt) });
  return status === 'open' ? t('invoice.states.open', { day: day(dueAt) }) : t(`invoice.states.${status}`);
}

function paymentOf({ status, payment, seller, number }: Invoice, t: Words['t']): string | null {
  if (payment !== null)
    return payment.reference === ''
      ? t(`invoice.paid.${payment.provider}`)
      : `${t(`invoice.paid.${payment.provider}`)} ${t('invoice.reference', { reference: payment.reference })}`;
  return status === 'open' && seller.bank_account !== ''
    ? t('invoice.transfer', { number, account: seller.bank_account })
    : null;
}
