import { plain, searchWords } from '@parlance/shared/search';

export type Part = { readonly text: string; readonly isMarked: boolean };

/**
 * Splits a text into parts, with the search words marked. Whole graphemes are marked: a Thai consonant with its vowel
 * and tone is one.
 */
export function markedParts(text: string, search: string): readonly Part[] {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  /** Maps each unit of the normalised text to its original character. */
  const origin: number[] = [];
  let compared = '';
  for (const [index, character] of characters.entries()) {
    const part = plain(character);
    compared += part;
    for (let unit = 0; unit < part.length; unit += 1) origin.push(index);
  }
  const marked = new Set<number>();
  for (const word of searchWords(search)) {
    for (let at = compared.indexOf(word); at !== -1; at = compared.indexOf(word, at + word.length)) {
      for (let unit = at; unit < at + word.length; unit += 1) marked.add(origin[unit] ?? 0);
    }
  }
  return joined(characters.map((character, index) => ({ text: character, isMarked: marked.has(index) })));
}

function joined(parts: readonly Part[]): readonly Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    if (last?.isMarked === part.isMarked)
      whole[whole.length - 1] = { text: last.text + part.text, isMarked: part.isMarked };
    else whole.push(part);
  }
  return whole;
}
