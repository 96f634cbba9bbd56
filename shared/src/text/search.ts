/**
 * Normalises text for comparison in a search: without letter case, width and Latin accents (ä → a). Marks of other
 * scripts, which are vowels and tones there, stay.
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');

/** Returns the words of a search, normalised; a language that writes without blanks has one. */
export const searchWords = (search: string): readonly string[] =>
  plain(search)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Says whether a text has every word of a search, wherever they stand. */
export function hasEveryWord(text: string, search: string): boolean {
  const within = plain(text);
  return searchWords(search).every((word) => within.includes(word));
}
