import type { Language } from '../contract/values/language.ts';

// In modules of their own, because not every screen shows a size or a whole date.
export { formatBytes } from './format-bytes.ts';
export { formatDate } from './format-date.ts';

const seconds = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_629_800,
  year: 31_557_600,
} as const;
type Unit = keyof typeof seconds;
const units: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** Formats a number with the language's grouping and decimal mark. */
export function formatNumber(language: Language, value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value);
}

/**
 * Formats a relative time in the largest unit that fits: `3 days ago`, `yesterday`, `in 2 hours`. `now` in
 * milliseconds.
 */
export function formatRelative(language: Language, moment: Date | string | number, now: number = Date.now()): string {
  const distance = (new Date(moment).getTime() - now) / 1000;
  const unit = units.find((it) => Math.abs(distance) >= seconds[it]) ?? 'second';
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(distance / seconds[unit]), unit);
}
