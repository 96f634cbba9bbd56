import { emojiTermsOf, queryTermsOf } from '../../library/text-search/tokens.ts';

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A term that a text must contain, as any of its tokens. `isBeginning`: any word with this prefix. */
export type SearchTerm = { readonly tokens: readonly string[]; readonly isBeginning: boolean };

/**
 * Returns the words and the emoji of a search text. In scripts without spaces, pairs of characters stand for words: a
 * dictionary segments the same words differently from sentence to sentence. A single character is the beginning of a
 * pair.
 */
export function searchTermsOf(q: string): SearchTerm[] {
  const words = queryTermsOf(q).filter(({ term }) => !unspaced.test(term) || lengthOf(term) <= 2);
  const terms = [...words, ...emojiTermsOf(q)];
  if (terms.length > 0) return terms.map(({ tokens }) => ({ tokens, isBeginning: false }));
  const character = q.normalize('NFKC').toLowerCase().trim();
  return unspaced.test(character) && lengthOf(character) === 1 ? [{ tokens: [character], isBeginning: true }] : [];
}

function lengthOf(text: string): number {
  return Array.from(graphemes.segment(text)).length;
}

/** The length of the member id's prefix in front of each token. */
export const prefixLength = 8;

/** Converts the terms to a tsquery, quoted, so that no sign is an operator. */
export function tsqueryOf(memberId: string, terms: readonly SearchTerm[]): string {
  const quoted = (text: string) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;
  const queryOf = ({ tokens, isBeginning }: SearchTerm) =>
    tokens
      .map((token) => `${quoted(`${memberId.slice(0, prefixLength)}:${token}`)}${isBeginning ? ':*' : ''}`)
      .join(' | ');
  return terms.map((term) => `(${queryOf(term)})`).join(' & ');
}
