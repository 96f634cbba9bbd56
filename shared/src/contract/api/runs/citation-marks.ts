import { footnoteDefinition, linkDefinition, withoutCode } from '../../values/markdown.ts';

/** A mark in a text that cites sources: `[1]`, `[2, 5–7]`, `【3】`, `[Source 4]`. */
export type CitationMark = {
  /** Its place, in UTF-16 code units. */
  readonly index: number;
  readonly written: string;
  /** The numbers of its sources, from 1, in its order. */
  readonly numbers: readonly number[];
};

/** The most sources of a range. A longer one is of years, lines or pages. */
const longestRange = 50;
/** The zeros of the decimal digits that models write: ASCII, Arabic, Persian, Devanagari, Thai, full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10];
const digit = `[${zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`;
// Numbers beyond three digits are years and the like.
const number = `${digit}{1,3}(?!${digit})`;
/** What models call a source, in the languages of the product and some more. */
const name =
  '(?:sources?|refs?\\.?|references?|quellen?|fuentes?|fonti|fontes?|bron(?:nen)?|แหล่งที่มา|แหล่งข้อมูล|來源|来源|出典|資料|출처)';
const item = `(?:${name}\\s{0,2}[:：#]?\\s{0,2})?${number}(?:\\s?[-–—~～〜‑]\\s?${number})?`;
const between = '\\s{0,2}(?:[,;，；、،؛&]|and|und|et|y|e|en|และ|和|及|與|与|と)\\s{0,2}';
const list = `\\s?(${item}(?:${between}${item}){0,20})\\s?`;
const footnote = `\\^(${number})`;
const mark = new RegExp(
  [
    `\\\\?\\[(?:${list}|${footnote})\\\\?\\]`,
    `［${list}］`,
    // Models that were taught to cite files name a place in one behind a dagger.
    `【${list}(?:†[^】\\n]{0,60})?】`,
  ].join('|'),
  'giu',
);
const part = new RegExp(`(${number})(?:\\s?[-–—~～〜‑]\\s?(${number}))?`, 'gu');

/** Returns the marks in a text without code, in their order. `(1)`, `[0, 1]` and `[2024]` are none. */
export function citationMarks(text: string): CitationMark[] {
  if (!/[[［【]/.test(text)) return [];
  return [...text.matchAll(mark)].flatMap(({ 0: written, 1: plain, 2: noted, 3: wide, 4: thick, index }) => {
    const numbers = numbersOf(plain ?? noted ?? wide ?? thick ?? '');
    return numbers === null ? [] : [{ index, written, numbers }];
  });
}

function numbersOf(listed: string): number[] | null {
  const numbers: number[] = [];
  for (const [, first = '', last = first] of listed.matchAll(part)) {
    const [from, to] = [valueOf(first), valueOf(last)];
    if (from === 0 || to < from || to - from >= longestRange) return null;
    for (let at = from; at <= to; at += 1) numbers.push(at);
  }
  return [...new Set(numbers)];
}

const valueOf = (digits: string): number =>
  [...digits].reduce((value, character) => {
    const code = character.charCodeAt(0);
    return value * 10 + code - (zeros.findLast((zero) => zero <= code) ?? 0);
  }, 0);

/** The rest of a link behind its words. */
const destination = /^\((?:<[^>\n]{0,2000}>|[^\s()<][^\s()]{0,2000})?(?:\s+["'(][^\n]{0,200})?\)/;

/** Returns the marks in markdown: none in code, and no link, definition or footnote that only looks like one. */
function marksIn(markdown: string): CitationMark[] {
  const text = withoutCode(markdown);
  const labels = new Set(text.split('\n').map(definedLabel));
  return citationMarks(text).filter(({ index, written }) => {
    const label = /^\[(.*)\]$/s.exec(written)?.[1];
    if (label === undefined) return true;
    const behind = text.slice(index + written.length, index + written.length + 2300);
    const referred = /^\[([^\]\n]{0,999})\]/.exec(behind)?.[1];
    return !labels.has(label) && !destination.test(behind) && (referred === undefined || !labels.has(referred));
  });
}

function definedLabel(line: string): string | undefined {
  const note = footnoteDefinition.exec(line)?.[1];
  return note === undefined ? linkDefinition.exec(line)?.[1] : `^${note}`;
}

/** Returns the numbers of the sources that markdown cites. */
export const citedNumbers = (markdown: string): Set<number> =>
  new Set(marksIn(markdown).flatMap(({ numbers }) => numbers));

/** Renumbers the citations in markdown; those without a new number are dropped. */
export function withNumbers(markdown: string, numberOf: ReadonlyMap<number, number>): string {
  let [renumbered, from] = ['', 0];
  for (const { index, written, numbers } of marksIn(markdown)) {
    const known = numbers.flatMap((it) => numberOf.get(it) ?? []);
    renumbered += markdown.slice(from, index) + (known.length === 0 ? '' : `[${known.join(', ')}]`);
    from = index + written.length;
  }
  return renumbered + markdown.slice(from);
}
