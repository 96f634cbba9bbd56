import type { Language } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

/** The fraction digits of a cost below a cent, which a single answer often is: its first significant ones. */
const fractionDigits = 4;

/** Formats an amount in millionths of a currency's unit. */
export function formatMicros(
  language: Language,
  { micros, currency }: { readonly micros: number; readonly currency: string },
): string {
  const amount = micros / 1_000_000;
  return formatNumber(language, amount, {
    style: 'currency',
    currency,
    maximumFractionDigits: amount !== 0 && Math.abs(amount) < 1 ? fractionDigits : 2,
  });
}

/** Formats milliseconds in seconds, as one would say them. */
export function formatSeconds(language: Language, milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return formatNumber(language, seconds, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 10 ? 2 : 1,
  });
}
