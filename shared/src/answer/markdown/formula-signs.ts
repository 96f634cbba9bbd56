import { unspacedLetters } from './unspaced.ts';

/** Groups of words within a formula. */
const textGroup = /\\(?:text\w*|math\w+|operatorname|mbox)\*?\s*\{[^{}]*\}/g;
const command = /\\\p{L}+/gu;
/** Two letters or more that are no product of variables; a run of an unspaced script counts as two words. */
const word = new RegExp(String.raw`[${unspacedLetters}]+|\p{L}{2,}`, 'gu');
const unspaced = new RegExp(`[${unspacedLetters}]`, 'u');
/** Functions, which people write without a backslash too. */
const functions = new Set(
  'sin cos tan cot sec csc log ln lg exp max min sup inf lim det dim ker deg gcd lcm mod arg Re Im Pr'.split(' '),
);

/**
 * Says whether what stands between dollars is a formula, and not the words between two amounts, tickers or variables:
 * “costs $5, or 10$”.
 */
export function isFormula(tex: string): boolean {
  // Two cells of a table.
  if (/^\d[\d.,]*\s*\|/.test(tex)) return false;
  const words = wordsIn(tex);
  if (/^[\d.,]*\d/.test(tex)) return words === 0 || /[\\^_={]/.test(tex);
  return words < 2 || /[\\^_={}<>+|]/.test(tex);
}

function wordsIn(tex: string): number {
  return [...tex.replace(textGroup, '').replace(command, ' ').matchAll(word)]
    .map(([found]) => (unspaced.test(found) ? 2 : functions.has(found) ? 0 : 1))
    .reduce<number>((sum, count) => sum + count, 0);
}
