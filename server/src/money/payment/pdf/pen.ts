import type { Language } from '@parlance/shared/contract/values/language';
import type { Weight } from './faces.ts';
import { type Run, createRuns } from './runs.ts';

type Document = PDFKit.PDFDocument;
export type Style = { readonly size: number; readonly weight: Weight; readonly color: string };

/** Of a line, between its baseline and the next one, in sizes of its letters. */
const lineHeight = 1.45;
/** From the top of a line to its baseline. */
const ascent = 1.08;

/**
 * A Thai vowel stays one glyph: taken apart, as fonts would have it, what is copied has a letter too many there, and
 * one too few elsewhere. A new one each time, since the library writes into it.
 */
const features = (text: string) =>
  // an object leaves out some of the usual ones, which the types do not know
  (thai.test(text) ? { ccmp: false } : {}) as unknown as PDFKit.Mixins.OpenTypeFeatures[];
const thai = /\p{Script=Thai}/u;

/** Writes text of any of our languages: each character with a face that has it. */
export type Pen = {
  width(text: string, style: Style): number;
  /** The lines of a text that is no wider. */
  wrap(text: string, style: Style, width: number): string[];
  heightOf(lines: number, style: Style): number;
  /** Writes lines, the first one's top at `y`. `right` ends them at `x` instead of beginning them there. */
  write(lines: readonly string[], at: { x: number; y: number; align?: 'left' | 'right' }, style: Style): void;
};

export function createPen(document: Document, language: Language): Pen {
  const runsOf = createRuns(document);
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const use = ({ face }: Run, { size }: Style) => document.font(face).fontSize(size);
  const widthOf = (run: Run, style: Style) => use(run, style).widthOfString(run.text, { features: features(run.text) });
  const width = (text: string, style: Style) =>
    runsOf(text, style.weight)
      .flatMap(({ runs }) => runs)
      .reduce((sum, run) => sum + widthOf(run, style), 0);
  return {
    width,
    wrap: (text, style, most) =>
      text
        .split('\n')
        .flatMap((line) => wrapLine(piecesOf(line, segmenter), (part) => width(part.trimEnd(), style) <= most)),
    heightOf: (lines, { size }) => lines * size * lineHeight,
    write(lines, { x, y, align = 'left' }, style) {
      for (const [at, line] of lines.entries()) {
        let left = align === 'left' ? x : x - width(line, style);
        const baseline = y + style.size * (ascent + at * lineHeight);
        for (const { runs, read } of runsOf(line, style.weight)) {
          if (read !== null) document.markContent('Span', { actual: read });
          for (const run of runs) {
            use(run, style)
              .fillColor(style.color)
              .text(run.text, left, baseline, {
                lineBreak: false,
                baseline: 'alphabetic',
                features: features(run.text),
              });
            left += widthOf(run, style);
          }
          if (read !== null) document.endMarkedContent();
        }
      }
    },
  };
}

const endsPiece = /[\s\u2010\u2013-]$/u;
/** Scripts that put no space between words. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Never begins a line. */
const closes = /^[\p{Pe}\p{Pf}\p{Po}\p{M}]/u;

/** Pieces of a text between which a line may end. */
function piecesOf(text: string, segmenter: Intl.Segmenter): string[] {
  const pieces: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = pieces.at(-1);
    const mayEnd =
      last !== undefined &&
      !/^\s/u.test(segment) &&
      !closes.test(segment) &&
      (endsPiece.test(last) || (withoutSpaces.test(last.at(-1) ?? '') && withoutSpaces.test(segment[0] ?? '')));
    if (last === undefined || mayEnd) pieces.push(segment);
    else pieces[pieces.length - 1] = last + segment;
  }
  return pieces;
}

function wrapLine(pieces: readonly string[], fits: (text: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const put = (piece: string) => {
    if (!fits(line + piece) && line !== '') {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  };
  for (const piece of pieces) {
    // A word longer than the line is broken where it must be.
    for (const part of fits(piece) ? [piece] : new Intl.Segmenter().segment(piece))
      put(typeof part === 'string' ? part : part.segment);
  }
  return [...lines, line.trimEnd()];
}
