import type { Language } from '../contract/values/language.ts';

/** Intl makes a format slowly, and what is drawn again and again asks for the same few. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A day and time in the person's zone: `21 Nov 2026, 14:05`. Other forms by the options of Intl. */
export function formatDate(
  language: Language,
  moment: Date | string | number,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, format);
  return format.format(new Date(moment));
}
