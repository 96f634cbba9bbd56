import { plain, searchWords } from '@parlance/shared/search';
import { groups, type Entry, type Group } from './entries.ts';

/** Of a group that is not searched, the ones on top: dialogues are the last changed, bots go by name. */
const shownAtFirst: Readonly<Record<Group, number>> = { dialogues: 5, screens: 50, bots: 5, actions: 10 };
/** More than one reads; who has not found it writes another letter. */
const shownOfFound = 8;

export type Found = { readonly group: Group; readonly entries: readonly Entry[] };

/** What stands in the palette: without a search what is nearest, otherwise what has every word of it, the best first. */
export function find(entries: readonly Entry[], search: string): readonly Found[] {
  const words = searchWords(search);
  const ofGroup = (group: Group) => entries.filter((entry) => entry.group === group);
  if (words.length === 0) {
    return filled(groups.map((group) => ({ group, entries: ofGroup(group).filter(({ isOnlyFound }) => isOnlyFound !== true).slice(0, shownAtFirst[group]) })));
  }
  return filled(
    groups
      .map((group) => {
        const ranked = ofGroup(group).map((entry) => ({ entry, rank: rankOf(entry, words) })).filter(({ rank }) => rank < notFound).sort(byRank);
        return { group, rank: ranked[0]?.rank ?? notFound, entries: ranked.slice(0, shownOfFound).map(({ entry }) => entry) };
      })
      .sort(byRank),
  );
}

const filled = (found: readonly Found[]) => found.filter(({ entries }) => entries.length > 0);
// Sorting is stable: what ranks alike keeps its order, recent dialogues first.
const byRank = (one: { readonly rank: number }, other: { readonly rank: number }) => one.rank - other.rank;

const notFound = 4;

/** 0: the title begins with it; 1: words of the title do; 2: it stands within the title; 3: found by other words. */
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

/** Where a script writes no blanks every place but the first is within a word. */
function beginsAWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}\p{M}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
}
