/** A letter that is written from right to left. Of Hebrew there is no face, but its place is the same. */
export const rightToLeftLetter = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** From one such letter to the last before a letter of another script: numbers and signs between them belong to it. */
const stretch = /[\p{Script=Arabic}\p{Script=Hebrew}](?:[^\p{L}\p{M}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{M}])*/gu;
/** Written from left to right there as well. */
const number = /\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?/gu;

export type DirectedText = { readonly text: string; readonly isTurned: boolean };

/**
 * The stretches of a line from left to right, those that are written from right to left marked. The line itself begins
 * at the left: so do those of our languages.
 */
export const stretchesOf = (text: string): DirectedText[] => cut(text, stretch, true);

/** The parts of such a stretch, in the order in which they are read. */
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
