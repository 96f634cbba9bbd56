import { dateToSerial, format, getFormatDateInfo, getFormatFromId } from 'numfmt';

/** The longest format that Excel accepts; a longer one was made to break a reader. */
const patternMaxLength = 255;
/** The numbers of days between the beginnings of both date systems (ECMA-376, part 1, 18.17.4.1). */
const daysOf1904 = 1_462;
/** The formats that Excel shows as the reader's own system writes dates (ECMA-376, part 1, 18.8.30). */
const systemDates: ReadonlySet<number> = new Set([14, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const systemDateWithTime = 22;
const isoDate = 'yyyy-mm-dd';
/** The whole numbers that Excel keeps; General would cut an article number to six digits. */
const exactBelow = 1e15;

export type NumberFormat = {
  readonly pattern: string;
  readonly isGeneral: boolean;
  /** True if it shows a day, which the date system decides. */
  readonly isDate: boolean;
  /** True if it says something of text. */
  readonly isOfText: boolean;
};

const general: NumberFormat = { pattern: 'General', isGeneral: true, isDate: false, isOfText: false };

/**
 * Returns the format of a style: its own pattern, or the built-in one of its id. Dates whose order the reader's system
 * decides are written as ISO 8601. A pattern that Excel would not accept is General.
 */
export function numberFormatOf(id: number, own: string | undefined): NumberFormat {
  const pattern = own ?? builtIn(id);
  if (pattern.length > patternMaxLength || /^general$/i.test(pattern)) return general;
  try {
    const { year, month, day } = getFormatDateInfo(pattern);
    return { pattern, isGeneral: false, isDate: year || month || day, isOfText: pattern.includes('@') };
  } catch {
    return general;
  }
}

function builtIn(id: number): string {
  if (systemDates.has(id)) return isoDate;
  return id === systemDateWithTime ? `${isoDate} hh:mm` : getFormatFromId(id);
}

/** Writes a number as Excel shows it in a column that is wide enough. */
export function formatNumber(value: number, { pattern, isGeneral, isDate }: NumberFormat, is1904: boolean): string {
  if (isGeneral && Number.isInteger(value) && Math.abs(value) < exactBelow) return String(value);
  return shown(pattern, isDate && is1904 ? value + daysOf1904 : value);
}

export const formatText = (value: string, { pattern, isOfText }: NumberFormat): string =>
  isOfText ? shown(pattern, value) : value;

/** Writes a date that stands as ISO 8601 in its cell. */
export function formatIsoDate(value: string, { pattern, isGeneral }: NumberFormat): string {
  const [year, month, day, hour = 0, minute = 0, second = 0] = value.split(/[-T:Z]/).map(Number);
  const serial =
    year === undefined || month === undefined || day === undefined
      ? undefined
      : dateToSerial([year, month, day, hour, minute, second]);
  return isGeneral || serial === undefined || Number.isNaN(serial)
    ? value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ')
    : shown(pattern, serial);
}

/** A pattern that fails for a value shows it as it is stored. */
function shown(pattern: string, value: number | string): string {
  try {
    const text = format(pattern, value, { dateSpanLarge: false }).trim();
    return text === '' || typeof value === 'string' ? text : text.replace(/\s+/g, ' ');
  } catch {
    return String(value);
  }
}
