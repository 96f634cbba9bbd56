/** Check digits of numbers that are given without their separators, in lower case. */

const digitsOf = (text: string): number[] => Array.from(text, Number);
const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (digits[at] ?? 0), 0);
const letterValue = (letter: string): number => letter.charCodeAt(0) - 87;

/** Returns the remainder of a decimal number of any length. */
export function remainder(digits: string, by: number): number {
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % by;
  return rest;
}

export function isLuhn(digits: string): boolean {
  const sum = digitsOf(digits)
    .reverse()
    .reduce((total, digit, at) => total + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}

/** True for a card number: the networks' ranges, lengths, and check digit. */
export const isCard = (digits: string): boolean =>
  /^(?:4\d{12}(?:\d{3}){0,2}|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:6011|64[4-9]\d|65\d\d)\d{12}|62\d{14,17}|35\d{14}|(?:50|5[6-9]|6\d)\d{10,17})$/.test(
    digits,
  ) &&
  isLuhn(digits) &&
  !isOneDigit(digits);

const isOneDigit = (digits: string): boolean => /^(\d)\1*$/.test(digits);

/** True for an IBAN: with its beginning moved to the end and letters as two digits each, it is 1 modulo 97. */
export const isIban = (iban: string): boolean =>
  remainder(
    Array.from(iban.slice(4) + iban.slice(0, 4), (it) => (/\d/.test(it) ? it : String(letterValue(it)))).join(''),
    97,
  ) === 1;

/**
 * True for a German tax id: ISO 7064, MOD 11, 10, and of the first ten digits exactly one occurs twice or three times.
 */
export function isGermanTaxId(digits: string): boolean {
  const counts = [...new Set(digits.slice(0, 10))].map((digit) => digits.slice(0, 10).split(digit).length - 1);
  const repeated = counts.filter((count) => count > 1);
  if (digits.startsWith('0') || repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  let product = 10;
  for (const digit of digitsOf(digits.slice(0, 10))) product = (((digit + product) % 10 || 10) * 2) % 11;
  return (11 - product) % 10 === Number(digits[10]);
}

/** True for a DNI, and for a NIE whose first letter stands for a digit. */
export function isSpanishId(id: string): boolean {
  const digits = id.slice(0, -1).replace(/^[xyz]/, (letter) => String('xyz'.indexOf(letter)));
  return 'trwagmyfpdxbnjzsqvhlcke'[remainder(digits, 23)] === id.at(-1);
}

/** True for a NIR with its key; the departments of Corsica count as 19 and 18. */
export function isFrenchNir(id: string): boolean {
  const number = id.slice(0, 13).replace('2a', '19').replace('2b', '18');
  return 97 - remainder(number, 97) === Number(id.slice(13));
}

const oddOfItaly = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

export function isItalianFiscalCode(code: string): boolean {
  const values = Array.from(code, (it) => (/\d/.test(it) ? Number(it) : it.charCodeAt(0) - 97));
  const sum = values
    .slice(0, 15)
    .reduce((total, value, at) => total + (at % 2 === 0 ? (oddOfItaly[value] ?? 0) : value), 0);
  return sum % 26 === values[15];
}

export const isDutchBsn = (digits: string): boolean =>
  weighted(digitsOf(digits), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && !isOneDigit(digits);

export function isPortugueseNif(digits: string): boolean {
  const rest = weighted(digitsOf(digits), [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === Number(digits[8]);
}

/** True for a Taiwanese id, whose letter is a two-digit number, in an order of its own. */
export function isTaiwaneseId(id: string): boolean {
  const letter = 'abcdefghjklmnpqrstuvxywzio'.indexOf(id.charAt(0)) + 10;
  return (
    (Math.floor(letter / 10) + (letter % 10) * 9 + weighted(digitsOf(id.slice(1)), [8, 7, 6, 5, 4, 3, 2, 1, 1])) %
      10 ===
    0
  );
}

export const isThaiId = (digits: string): boolean =>
  (11 - (weighted(digitsOf(digits), [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(digits[12]);
