import { readFileSync } from 'node:fs';
import { directionsOf, rightToLeftLetter, stretchesOf } from './directions.ts';
import { type Weight, facesOf, hasInRange } from './faces.ts';
import { unpackWoff } from './unpack-woff.ts';

type Document = PDFKit.PDFDocument;
/** Consecutive characters in one face. */
export type Run = { readonly face: string; text: string };
/** Runs in drawing order. `read` is the text to read and copy, if the order does not tell it. */
export type Stretch = { readonly runs: readonly Run[]; readonly read: string | null };

/** The replacement for a character that no face has. */
const unknown = '\u{fffd}';
/** Matches scripts whose signs are drawn in another order than read. */
const reordered = /\p{Script=Devanagari}/u;

/** Splits text into stretches of one direction, and these into runs of one face each. */
export function createRuns(document: Document): (text: string, weight: Weight) => Stretch[] {
  const { faceOf, has } = createSearch(document);
  const inFaces = (text: string, weight: Weight, preferred: string | null): Run[] => {
    const runs: Run[] = [];
    for (const character of text) {
      const shown = faceOf(character, weight) === null ? substituteOf(character) : character;
      const face = preferred !== null && shown !== '' && has(preferred, shown) ? preferred : faceOf(shown, weight);
      if (face === null) continue;
      const last = runs.at(-1);
      if (last?.face === face) last.text += shown;
      else runs.push({ face, text: shown });
    }
    return runs;
  };
  /**
   * Splits right-to-left text into runs, the last drawn first. Words and the spaces between them stay one run of one
   * face, which the library reverses.
   */
  const turned = (text: string, weight: Weight): Run[] => {
    const face = faceOf(text.match(rightToLeftLetter)?.[0] ?? '', weight);
    return directionsOf(text)
      .map((part) => inFaces(part.text, weight, part.isTurned ? face : null))
      .reverse()
      .flat();
  };
  return (text, weight) =>
    stretchesOf(text.normalize('NFC').toWellFormed()).map((part) => {
      if (part.isTurned) return { runs: turned(part.text, weight), read: part.text };
      return { runs: inFaces(part.text, weight, null), read: reordered.test(part.text) ? part.text : null };
    });
}

/** Creates a cached search for the face that has a character. */
function createSearch(document: Document) {
  const known = { regular: new Map<string, string | null>(), bold: new Map<string, string | null>() };
  const faces = { regular: facesOf('regular'), bold: facesOf('bold') };
  const registered = new Set<string>();
  const has = (face: string, character: string) => hasGlyph(document.font(face), character.codePointAt(0) ?? 0);
  const search = (character: string, weight: Weight): string | null => {
    for (const face of faces[weight]) {
      if (!hasInRange(face, character.codePointAt(0) ?? 0)) continue;
      if (!registered.has(face.name)) document.registerFont(face.name, unpackWoff(readFileSync(face.file)));
      registered.add(face.name);
      // The ranges are those of the script: a family need not have every character of them.
      if (has(face.name, character)) return face.name;
    }
    return null;
  };
  const faceOf = (character: string, weight: Weight) => {
    const before = known[weight].get(character);
    if (before !== undefined) return before;
    const found = search(character, weight);
    known[weight].set(character, found);
    return found;
  };
  return { faceOf, has };
}

/**
 * Returns a substitute for a missing character. A family has only some of the many widths of a space; invisible
 * characters are dropped.
 */
function substituteOf(character: string): string {
  if (/\p{Zs}/u.test(character)) return '\u00a0';
  return /[\p{C}\p{M}]/u.test(character) ? '' : unknown;
}

/** Says whether the current face has the glyph, which the library knows but does not expose in its types. */
function hasGlyph(document: Document, codePoint: number): boolean {
  const { _font: face } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
  }; // stands there since the library’s first version
  return face.font.hasGlyphForCodePoint(codePoint);
}
