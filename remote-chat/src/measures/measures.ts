import type { Language } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

/** What costs less than a cent shows its first digits that count: a single answer often does. */
const fractionDigits = 4;

/** An amount in millionths of a currency's unit. */
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

/** Milliseconds, told in seconds as one would say them. */
export function formatSeconds(language: Language, milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return formatNumber(language, seconds, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    maximumFractionDigits: seconds < 10 ? 2 : 1,
  });
}
