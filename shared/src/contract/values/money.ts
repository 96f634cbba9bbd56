import * as z from '@parlance/shared/contract/schema';

/**
 * An amount in the smallest unit of its currency (ISO 4217): cents of euros, whole yen. Always an integer; a credit is
 * negative.
 */
export const amount = z.int();
/** A currency code (ISO 4217). */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** A tax rate in hundredths of a percent: 1900 is 19 %, 810 is 8.1 %. */
export const taxRate = z.int().check(z.gte(0), z.lte(10_000));

const wholeRate = 10_000;

/**
 * Returns `amount × part ÷ whole` in the smallest unit, rounded half to even, in exact integers: money never touches
 * floating point. It never falls with a growing part, and the whole part is the whole amount. Throws unless `whole` is
 * positive.
 */
export function shareOf(amount: number, part: number, whole: number): number {
  if (whole <= 0) throw new RangeError('A share is of something: the whole must be above 0.');
  return Number(divideHalfEven(BigInt(amount) * BigInt(part), BigInt(whole)));
}

/**
 * Splits an amount along parts so that the shares add up to it, to the cent: each is the difference of two rounded
 * sums.
 */
export function splitAmount(amount: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  let before = 0;
  let sum = 0;
  return parts.map((part) => {
    sum += part;
    const until = shareOf(amount, sum, whole);
    const share = until - before;
    before = until;
    return share;
  });
}

/** Returns the tax on an amount, in the smallest unit, rounded half to even. */
export const taxOn = (amount: number, rate: number): number => shareOf(amount, rate, wholeRate);

function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n;
  const size = isNegative ? -dividend : dividend;
  const twiceRest = (size % divisor) * 2n;
  const down = size / divisor;
  const up = twiceRest > divisor || (twiceRest === divisor && down % 2n === 1n);
  const rounded = up ? down + 1n : down;
  return isNegative ? -rounded : rounded;
}

/** Returns the number of decimal places of a currency: two for most, none for yen. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** Formats an amount for people, with its currency and all its digits. */
export function moneyText(language: string, amount: number, currency: string): string {
  const digits = digitsOf(currency);
  const formatter = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return formatter.format(amount / 10 ** digits);
}

/** Formats a tax rate for people: 19 %, 8.1 %. */
export const rateText = (language: string, rate: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / wholeRate);
