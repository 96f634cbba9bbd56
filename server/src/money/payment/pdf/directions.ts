/** Matches a letter written from right to left. There is no Hebrew face, but its position is the same. */
export const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/**
 * A stretch from one such letter to the last before a letter of another script: numbers and signs in between belong to
 * it.
 */
const stretch = /[\p{Script=Arabic}\p{Script=Hebrew}](?:[^\p{L}\p{M}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{M}])*/gu;
/** Matches numbers, which are written from left to right there as well. */
const number = /\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?/gu;

export type DirectedText = { readonly text: string; readonly isTurned: boolean };

/**
 * Splits a line into stretches from left to right, marking those written from right to left. The line itself begins at
 * the left, as in our languages.
 */
export const stretchesOf = (text: string): DirectedText[] => cut(text, stretch, true);

/** Splits such a stretch into its parts, in reading order. */
export const directionsOf = (text: string): DirectedText[] => cut(text, number, false);

function cut(text: string, at: RegExp, isTurned: boolean): DirectedText[] {
  const parts: DirectedText[] = [];
  let end = 0;
  for (const found of text.matchAll(at)) {
    parts.push({ text: text.slice(end, found.index), isTurned: !isTurned }, { text: found[0], isTurned });
    end = found.index + found[0].length;
  }
  return [...parts, { text: text.slice(end), isTurned: !isTurned }].filter((part) => part.text !== '');
}
