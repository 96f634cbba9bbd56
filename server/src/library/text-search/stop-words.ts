import { readFileSync } from 'node:fs';
import { type StemmedLanguage, stemmedLanguages } from './stemming.ts';

// our own file: words with spaces between, by language
const lists = JSON.parse(readFileSync(new URL('./stop-words.json', import.meta.url), 'utf8')) as Record<string, string>;

const setOf = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .split(' ')
      .flatMap((word) => [word.normalize('NFKC').toLowerCase(), withoutAccents(word.normalize('NFKC').toLowerCase())]),
  );
const byLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lists).map(([language, list]) => [language, setOf(list)]),
);

/** The words that every sentence of a language has. */
export const isStopWord = (word: string, languages: readonly string[]): boolean =>
  languages.some((language) => byLanguage.get(language)?.has(word) === true);

export function withoutAccents(word: string): string {
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss');
}

/**
 * The share of stop words at which a second language counts too: Spanish and Portuguese, for example, share some of
 * theirs.
 */
const nearlyAsMany = 0.75;

/**
 * Returns the likely languages of words, by their stop words: none with fewer than `atLeast` of each. A heading, a
 * table or a question of one word says nothing, and then counts as any of them.
 */
export function languagesOf(words: readonly string[], atLeast: number): StemmedLanguage[] {
  const counts = stemmedLanguages.map((language) => ({
    language,
    count: words.filter((word) => byLanguage.get(language)?.has(word) === true).length,
  }));
  const most = Math.max(...counts.map(({ count }) => count));
  return most < atLeast
    ? []
    : counts.filter(({ count }) => count >= most * nearlyAsMany).map(({ language }) => language);
}
