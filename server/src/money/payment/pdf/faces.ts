import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export type Weight = 'regular' | 'bold';
/** A subset of a family, as cut for the web: it has the characters of some ranges. */
type Face = {
  readonly name: string;
  readonly file: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
};

const resolve = createRequire(import.meta.url).resolve;

/**
 * The font families: Noto Sans for Latin languages and for names in Greek, Cyrillic and Devanagari, then Thai, then
 * Chinese, and for names alone Arabic and Korean. The Chinese and the Korean family have one weight; Noto Sans of
 * either would be several times as large as all of these together.
 */
const families = [
  { id: 'noto-sans', weights: { regular: 400, bold: 700 } },
  { id: 'noto-sans-thai', weights: { regular: 400, bold: 700 } },
  { id: 'chocolate-classical-sans', weights: { regular: 400, bold: 400 } },
  { id: 'noto-sans-arabic', weights: { regular: 400, bold: 700 } },
  { id: 'gowun-dodum', weights: { regular: 400, bold: 400 } },
] as const;

const known = new Map<Weight, readonly Face[]>();

/** Returns the faces in order of preference. Their bytes are read when needed. */
export function facesOf(weight: Weight): readonly Face[] {
  const faces = known.get(weight) ?? readFaces(weight);
  known.set(weight, faces);
  return faces;
}

function readFaces(weight: Weight): readonly Face[] {
  return families.flatMap(({ id, weights }) => {
    const ranges = JSON.parse(readFileSync(resolve(`@fontsource/${id}/unicode.json`), 'utf8')) as Record<
      string,
      string
    >; // the Unicode ranges that ship with the package
    return Object.entries(ranges).map(([subset, text]): Face => {
      const name = `${id}-${subset.replaceAll(/[[\]]/g, '')}-${weights[weight]}-normal`;
      return { name, file: resolve(`@fontsource/${id}/files/${name}.woff`), ranges: text.split(',').map(rangeOf) };
    });
  });
}

/** Parses a range: `U+0000-00FF` or `U+0131`. */
function rangeOf(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}

export const hasInRange = ({ ranges }: Face, codePoint: number): boolean =>
  ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
