import { plain, searchWords } from '@parlance/shared/search';
import type { Entry, EntryGroup } from './entries.ts';

/** The most results shown in a group: more than a person reads before typing another letter. */
const shownOfFound = 8;

export type FoundGroup = Pick<EntryGroup, 'id' | 'title' | 'entries'>;

/** Finds entries: without a search the nearest, otherwise those with every word of it, best match first. */
export function find(groups: readonly EntryGroup[], search: string): readonly FoundGroup[] {
  const words = searchWords(search);
  if (words.length === 0) {
    return filled(
      groups.map(({ id, title, shownAtFirst, entries }) => ({
        id,
        title,
        entries: entries.filter(({ isOnlyFound }) => isOnlyFound !== true).slice(0, shownAtFirst),
      })),
    );
  }
  return filled(
    groups
      .map(({ id, title, entries }) => {
        const ranked = entries
          .map((entry) => ({ entry, rank: rankOf(entry, words) }))
          .filter(({ rank }) => rank < notFound)
          .sort(byRank);
        return {
          id,
          title,
          rank: ranked[0]?.rank ?? notFound,
          entries: ranked.slice(0, shownOfFound).map(({ entry }) => entry),
        };
      })
      .sort(byRank),
  );
}

const filled = (found: readonly FoundGroup[]) => found.filter(({ entries }) => entries.length > 0);
// Sorting is stable: equal ranks keep their order, recent dialogues first.
const byRank = (one: { readonly rank: number }, other: { readonly rank: number }) => one.rank - other.rank;

const notFound = 4;

/**
 * Ranks an entry. 0: the title begins with the search; 1: words of the title do; 2: the title contains it; 3: found by
 * other words.
 */
function rankOf({ title, note = '', alsoFoundBy = '' }: Entry, words: readonly string[]): number {
  const shown = plain(title);
  const [first = ''] = words;
  if (words.every((word) => shown.includes(word))) {
    if (shown.startsWith(first)) return 0;
    return words.every((word) => beginsAWord(shown, word)) ? 1 : 2;
  }
  const all = plain(`${title} ${note} ${alsoFoundBy}`);
  return words.every((word) => all.includes(word)) ? 3 : notFound;
}

/**
 * Says whether a word of the text begins so. In a script without blanks every position but the first is within a word.
 */
function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
