/**
 * Digits of a code, as the contract says it (`code.ts`): the login page has no use for its schemas. A test holds the
 * two together.
 */
export const codeLength = 6;

const thaiZero = '๐'.charCodeAt(0);

/** The digits of what was typed or pasted, at most a code’s: with a space in it, in full width, or in Thai. */
export const digitsOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replace(/\D/g, '')
    .slice(0, codeLength);
