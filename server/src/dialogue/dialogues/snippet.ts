import { emojiIn, withoutEmoji } from '../../library/text-search/emoji.ts';
import { graphemeBoundary } from '../../library/text-search/substance.ts';
import { tokensOf } from '../../library/text-search/tokens.ts';
import type { SearchTerm } from '../messages/search-terms.ts';

type Piece = { text: string; is_hit: boolean };
type Range = { from: number; to: number };

/** The length of a snippet, and of the text before the first hit. */
const snippetLength = 200;
const lengthBefore = 60;
/** The pieces searched for the first hit; beyond the last one, a snippet is the beginning of the text. */
const pieceLength = 4_000;
const searchedLength = 200_000;
/** The distance within which a cut moves to a space. */
const nearbySpace = 20;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const unspacedRun = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}ー々〆]+/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]/u;

/** Returns a piece of a text around the first hit, with all hits in it marked. */
export function snippetOf(text: string, terms: readonly SearchTerm[]): Piece[] {
  const first = firstHit(text, terms);
  const from = first === null || first <= lengthBefore ? 0 : cutAt(text, first - lengthBefore, 1);
  const to = text.length - from <= snippetLength ? text.length : cutAt(text, from + snippetLength, -1);
  const shown = text.slice(from, to);
  const pieces: Piece[] = [];
  let at = 0;
  for (const range of hitsIn(shown, terms)) {
    pieces.push(
      { text: shown.slice(at, range.from), is_hit: false },
      { text: shown.slice(range.from, range.to), is_hit: true },
    );
    at = range.to;
  }
  pieces.push({ text: `${shown.slice(at)}${to < text.length ? '…' : ''}`, is_hit: false });
  if (from > 0) pieces.unshift({ text: '…', is_hit: false });
  return pieces
    .map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ') }))
    .filter((piece) => piece.text !== '');
}

function firstHit(text: string, terms: readonly SearchTerm[]): number | null {
  const end = Math.min(text.length, searchedLength);
  for (let from = 0; from < end;) {
    const to = from + pieceLength >= end ? end : cutAt(text, from + pieceLength, -1);
    const [hit] = hitsIn(text.slice(from, to), terms);
    if (hit !== undefined) return from + hit.from;
    from = to;
  }
  return null;
}

/** Finds a place to cut near `at`, in the direction of `step`; never inside a grapheme, such as a joined emoji. */
function cutAt(text: string, at: number, step: 1 | -1): number {
  for (let near = at; Math.abs(near - at) <= nearbySpace; near += step)
    if (/\s/.test(text.charAt(near))) return near + 1;
  return graphemeBoundary(text, Math.max(0, at - pieceLength), at);
}

/** Finds the terms in a text, in order and without overlap. */
function hitsIn(text: string, terms: readonly SearchTerm[]): Range[] {
  const wanted = new Set(terms.flatMap(({ tokens }) => tokens));
  const beginnings = new Set(terms.filter(({ isBeginning }) => isBeginning).flatMap(({ tokens }) => tokens));
  const hits = [
    ...wordHits(withoutEmoji(text), wanted),
    ...pairHits(text, wanted, beginnings),
    ...emojiHits(text, wanted),
  ].sort((one, other) => one.from - other.from);
  const apart: Range[] = [];
  for (const hit of hits) {
    const last = apart.at(-1);
    if (last !== undefined && hit.from <= last.to) last.to = Math.max(last.to, hit.to);
    else apart.push({ ...hit });
  }
  return apart;
}

function* wordHits(text: string, wanted: ReadonlySet<string>): Generator<Range> {
  // Most words are ruled out by their first letters, which is much faster than tokenising them: stemming only cuts
  // endings.
  const beginnings = [...wanted].map((term) => term.slice(0, beginningLength));
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (isWordLike !== true || unspaced.test(segment)) continue;
    const word = lettersOf(segment);
    if (!beginnings.some((beginning) => word.startsWith(beginning)) && !/['’]/.test(segment)) continue;
    if (tokensOf(segment).some((token) => wanted.has(token))) yield { from: index, to: index + segment.length };
  }
}

const beginningLength = 3;
const lettersOf = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss');

function* pairHits(text: string, wanted: ReadonlySet<string>, beginnings: ReadonlySet<string>): Generator<Range> {
  for (const { 0: run, index: start } of text.matchAll(unspacedRun)) {
    const clusters = Array.from(graphemes.segment(run));
    for (const [at, { segment, index }] of clusters.entries()) {
      const next = clusters[at + 1];
      if (beginnings.has(normalized(segment))) yield { from: start + index, to: start + index + segment.length };
      else if (next !== undefined && wanted.has(normalized(segment + next.segment)))
        yield { from: start + index, to: start + next.index + next.segment.length };
    }
  }
}

function* emojiHits(text: string, wanted: ReadonlySet<string>): Generator<Range> {
  for (const { token, from, to } of emojiIn(text)) if (wanted.has(token)) yield { from, to };
}

const normalized = (text: string) => text.normalize('NFKC').toLowerCase();
