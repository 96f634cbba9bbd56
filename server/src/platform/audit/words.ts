/** Scripts without spaces: a name is found from each of its characters on. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;
const wordMaxLength = 40;
const wordsAtMost = 60;

const words = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Returns the search words of names, in lower case. A search matches the beginning of each. */
export function wordsOfNames(...names: readonly string[]): string[] {
  const found = names
    .flatMap(words)
    .flatMap((word) =>
      unspaced.test(word) ? [...word].map((_, at, characters) => characters.slice(at).join('')) : [word],
    );
  return [...new Set(found.map((word) => word.slice(0, wordMaxLength)))].slice(0, wordsAtMost);
}

/** Returns the words of a search text, each of which must begin a word of a name. */
export const searchedWords = (text: string): string[] =>
  [...new Set(words(text))].slice(0, wordsAtMost).map((word) => word.slice(0, wordMaxLength));

/** Returns the prefix of every word of an organisation's entries. */
export const prefixOf = (organizationId: string): string => organizationId.slice(0, 8);

/** Builds PostgreSQL's tsquery for entries whose words have all of these beginnings. */
export const tsqueryOf = (prefix: string, beginnings: readonly string[]): string =>
  beginnings.map((word) => `'${prefix}${word}':*`).join(' & ');
