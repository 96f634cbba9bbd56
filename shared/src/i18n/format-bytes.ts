import type { Language } from '../contract/values/language.ts';

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** A cache: Intl formatters are slow to create, and renders need the same few again and again. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a size in the decimal unit that leaves one to three digits before the decimal mark: `1.4 MB`. */
export function formatBytes(language: Language, bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const key = `${language} ${power}`;
  const format = formats.get(key) ?? newFormat(language, power);
  formats.set(key, format);
  return format.format(bytes / 1000 ** power);
}

function newFormat(language: Language, power: number): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  });
}
