/** Matches scripts without spaces: only a dictionary knows where a word ends. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;
const partOfWord = /[\p{L}\p{M}\p{N}_]/u;
const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The characters on either side that a dictionary is given: anything further away does not affect segmentation here.
 */
const reach = 60;
/** The UTF-16 code units before a piece that decide whether it is one. */
export const contextLength = 2 * reach + 8;

export const isUnspaced = (character: string): boolean => unspaced.test(character);

const before = (text: string, at: number): string => {
  const last = text.charAt(at - 1);
  return /[\uDC00-\uDFFF]/.test(last) && at > 1 ? text.slice(at - 2, at) : last;
};
const after = (text: string, at: number): string => {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
};

/** True if a piece stands for itself: not within a longer word or number. */
export function isWhole(text: string, start: number, end: number): boolean {
  return isParted(text, start, start, end) && isParted(text, end, start, end);
}

/** True if no word continues across this place, an edge of the piece. */
function isParted(text: string, at: number, start: number, end: number): boolean {
  const left = before(text, at);
  const right = after(text, at);
  if (!partOfWord.test(left) || !partOfWord.test(right)) return true;
  const isLeftUnspaced = isUnspaced(left);
  const isRightUnspaced = isUnspaced(right);
  if (!isLeftUnspaced && !isRightUnspaced) return false;
  if (isLeftUnspaced !== isRightUnspaced) return true;
  return isPartedByDictionary(text, at, start, end);
}

function isPartedByDictionary(text: string, at: number, start: number, end: number): boolean {
  let from = start;
  while (isUnspaced(after(text, start)) && from > 0 && start - from < reach && isUnspaced(before(text, from)))
    from -= before(text, from).length;
  let to = end;
  // The text behind a piece with another ending does not matter, and is not awaited.
  while (isUnspaced(before(text, end)) && to < text.length && to - end < reach && isUnspaced(after(text, to)))
    to += after(text, to).length;
  for (const { index, segment } of words.segment(text.slice(from, to))) {
    if (from + index === at || from + index + segment.length === at) return true;
    if (from + index > at) return false;
  }
  return false;
}
