/**
 * The digits of a code, as in the contract (`code.ts`): the login page has no use for its schemas. A test compares the
 * two.
 */
export const codeLength = 6;

const thaiZero = '๐'.charCodeAt(0);

/** Returns the digits of typed or pasted text, at most a code’s: with a space in it, in full width, or in Thai. */
export const digitsOf = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - thaiZero))
    .replace(/\D/g, '')
    .slice(0, codeLength);
