import type { Language } from '../contract/language.ts';

const seconds = { second: 1, minute: 60, hour: 3600, day: 86_400, week: 604_800, month: 2_629_800, year: 31_557_600 } as const;
type Unit = keyof typeof seconds;
const units: readonly Unit[] = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

type Moment = Date | string | number;
const asDate = (moment: Moment) => new Date(moment);

/** A day and time in the person's zone: `21 Nov 2026, 14:05`. Other forms by the options of Intl. */
export function formatDate(language: Language, moment: Moment, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }): string {
  return new Intl.DateTimeFormat(language, options).format(asDate(moment));
}

/** A number as the language groups and marks it. */
export function formatNumber(language: Language, value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(language, options).format(value);
}

/** How long ago or ahead, in the largest unit that fits: `3 days ago`, `yesterday`, `in 2 hours`. `now` in milliseconds. */
export function formatRelative(language: Language, moment: Moment, now: number = Date.now()): string {
  const distance = (asDate(moment).getTime() - now) / 1000;
  const unit = units.find((it) => Math.abs(distance) >= seconds[it]) ?? 'second';
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(Math.trunc(distance / seconds[unit]), unit);
}

/** A size in the decimal unit that leaves one to three digits before the mark: `1.4 MB`. */
export function formatBytes(language: Language, bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}
