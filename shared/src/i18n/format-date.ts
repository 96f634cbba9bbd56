import type { Language } from '../contract/values/language.ts';

/** A cache: Intl formatters are slow to create, and renders need the same few again and again. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a day and time in the person's zone: `21 Nov 2026, 14:05`. Options of Intl select other forms. */
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
