import type { RecognizedLine, RecognizedWord } from './engine.ts';

/** What was read, weighed by its letters and digits. */
export type Evidence = {
  /** Those of words that are trusted. */
  readonly trusted: number;
  /** The part of them among all. */
  readonly share: number;
  /** The part of longer words that are higher than wide. */
  readonly tall: number;
};

/** The confidence from which a word is trusted, and below which it is left out. */
const trustedFrom = 70;
const leftOutBelow = 30;
/** A line whose letters have less confidence on average is a texture, a signature or a logo. */
const lineAtLeast = 50;
/** The least letters and digits in trusted words of a page with something to read, and their least part. */
const trustedAtLeast = 4;
const shareAtLeast = 0.4;
/** The most characters of a page. */
const charactersAtMost = 20_000;

const signs = /[\p{L}\p{N}]/gu;
/** Textures are read as single letters and strokes, never as something like this. */
const spelled =
  /\p{L}{3}|^[^\p{L}\p{N}|=]?\p{N}{2}|[\p{sc=Han}\p{sc=Thai}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const wide = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]`;
const spaceBesideWide = new RegExp(String.raw`(?<=${wide}) +(?=${wide})`, 'gu');
/** Tesseract's data of Thai knows the two parts of U+0E33 alone. */
const partedAm = /\u0e4d([\u0e48-\u0e4b]?)\u0e32/gu;
const narrowMark = /(?<=\p{sc=Han}) *([,;:!?])(?= *(?:\p{sc=Han}|$))/gmu;

export const signsOf = (text: string): number => text.match(signs)?.length ?? 0;

export function weigh(lines: readonly RecognizedLine[]): Evidence {
  const words = lines.flatMap((line) => line.words);
  const all = words.reduce((sum, { text }) => sum + signsOf(text), 0);
  const trusted = words.reduce((sum, one) => sum + (isTrusted(one) ? signsOf(one.text) : 0), 0);
  const long = words.filter(({ isTall }) => isTall !== null);
  const tall = long.filter(({ isTall }) => isTall === true).length;
  return { trusted, share: all === 0 ? 0 : trusted / all, tall: long.length === 0 ? 0 : tall / long.length };
}

const isTrusted = ({ text, confidence }: RecognizedWord) => confidence >= trustedFrom && spelled.test(text);

/**
 * Returns the text of a page, a line per line and an empty one between paragraphs; empty if it is more likely a picture
 * of something else than text.
 */
export function textOf(lines: readonly RecognizedLine[]): string {
  const { trusted, share } = weigh(lines);
  if (trusted < trustedAtLeast || share < shareAtLeast) return '';
  let text = '';
  let isNewParagraph = false;
  for (const line of lines) {
    isNewParagraph ||= line.beginsParagraph;
    const kept = textOfLine(line);
    if (kept === '') continue;
    text += `${text === '' ? '' : isNewParagraph ? '\n\n' : '\n'}${kept}`;
    isNewParagraph = false;
  }
  const joined = text
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(narrowMark, (_, mark: string) => String.fromCodePoint((mark.codePointAt(0) ?? 0) + 0xfee0))
    .replace(spaceBesideWide, '')
    .replace(partedAm, '$1\u0e33');
  return joined.slice(0, charactersAtMost).toWellFormed().trim();
}

function textOfLine({ text, words }: RecognizedLine): string {
  const all = words.reduce((sum, one) => sum + signsOf(one.text), 0);
  const confidence = words.reduce((sum, one) => sum + signsOf(one.text) * one.confidence, 0) / all;
  if (all === 0 || confidence < lineAtLeast) return '';
  const pieces = text.split(/\s+/u);
  // Scripts without spaces have words that the text of the line does not part.
  const kept = pieces.length === words.length ? pieces.filter((_, at) => isKept(words[at])) : pieces;
  return kept.join(' ');
}

/** Specks and strokes are left out. A word that is spelled stays in a line that is trusted on the whole. */
const isKept = (one: RecognizedWord | undefined) =>
  one === undefined || (!/^[|[\]_]+$/.test(one.text) && (one.confidence >= leftOutBelow || spelled.test(one.text)));
