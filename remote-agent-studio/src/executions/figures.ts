import type { ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { currentLanguage } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';

const [minute, hour] = [60, 3600];
/** The fraction digits of a cost below a unit, which a single answer often is: its first significant ones. */
const fractionDigits = 4;

/** Formats the duration, as one would say it: seconds, minutes or hours. Empty while it is not over. */
export function tookText({
  started_at: from,
  ended_at: until,
}: Pick<ExecutionSummary, 'started_at' | 'ended_at'>): string {
  if (from === null || until === null) return '';
  const seconds = Math.max(0, (Date.parse(until) - Date.parse(from)) / 1000);
  const said = (value: number, unit: 'second' | 'minute' | 'hour') =>
    formatNumber(currentLanguage(), value, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: value < 10 ? 1 : 0,
    });
  if (seconds < minute) return said(seconds, 'second');
  return seconds < hour ? said(seconds / minute, 'minute') : said(seconds / hour, 'hour');
}

export const tokensText = ({ tokens }: Pick<ExecutionSummary, 'tokens'>): string =>
  tokens === null ? '' : formatNumber(currentLanguage(), tokens);

export function costText({ cost }: Pick<ExecutionSummary, 'cost'>): string {
  if (cost === null) return '';
  const amount = cost.micros / 1_000_000;
  return formatNumber(currentLanguage(), amount, {
    style: 'currency',
    currency: cost.currency,
    maximumFractionDigits: amount !== 0 && Math.abs(amount) < 1 ? fractionDigits : 2,
  });
}
