import * as z from '@parlance/shared/contract/schema';

/**
 * An amount in the smallest unit of its currency (ISO 4217): cents of euros, whole yen. Always an integer; a credit is
 * below nothing.
 */
export const amount = z.int();
/** ISO 4217. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** A rate of tax in hundredths of a percent: 1900 is 19 %, 810 is 8.1 %. */
export const taxRate = z.int().check(z.gte(0), z.lte(10_000));

const wholeRate = 10_000;

/**
 * `amount × part ÷ whole` to the smallest unit, a half to the even one, in exact integers: no floating point is near
 * money. With a growing part it never falls, and the whole part is the whole amount. Throws where `whole` is not above
 * nothing.
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

/** The tax on an amount, to the smallest unit, a half to the even one. */
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

/** How many digits a currency has after its point: two for most, none for yen. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

/** An amount as people read it, with its currency and all its digits. */
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

/** A rate of tax as people read it: 19 %, 8.1 %. */
export const rateText = (language: string, rate: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(rate / wholeRate);
