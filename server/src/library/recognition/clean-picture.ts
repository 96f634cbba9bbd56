import type { GreyPicture } from './page-picture.ts';

/** A rule is a dark line that is longer than any stroke of a letter and thinner than those that are as long. */
const longerThan = 100;
const thickAtMost = 6;
const darkBelow = 128;
/** What is written over a rule: its edges are grey. */
const margin = 1;
const white = 255;

/**
 * Returns the picture as dark on light, and without the rules of tables and forms: between these Tesseract loses short
 * cells.
 */
export function cleanPicture(picture: GreyPicture): GreyPicture {
  return withoutRules(isMostlyDark(picture) ? inverted(picture) : picture);
}

function isMostlyDark({ pixels }: GreyPicture): boolean {
  const dark = pixels.reduce((count, pixel) => count + (pixel < darkBelow ? 1 : 0), 0);
  return dark * 2 > pixels.length;
}

const inverted = (picture: GreyPicture): GreyPicture => ({
  ...picture,
  pixels: picture.pixels.map((pixel) => white - pixel),
});

function withoutRules(picture: GreyPicture): GreyPicture {
  const pixels = Uint8Array.from(picture.pixels);
  const { width, height } = picture;
  eraseAlong({ from: picture.pixels, to: pixels, lines: height, length: width, step: 1, stride: width });
  eraseAlong({ from: picture.pixels, to: pixels, lines: width, length: height, step: width, stride: 1 });
  return { ...picture, pixels };
}

type Direction = {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  /** The lines that are looked along, and the pixels of each. */
  readonly lines: number;
  readonly length: number;
  /** The distance of the next pixel of a line, and of the same one of the next line. */
  readonly step: number;
  readonly stride: number;
};

function eraseAlong({ from, to, lines, length, step, stride }: Direction): void {
  const isDark = (line: number, at: number) =>
    line >= 0 && line < lines && (from[line * stride + at * step] ?? white) < darkBelow;
  /** The number of dark pixels across, counted no further than needed. */
  const thicknessAt = (line: number, at: number) => {
    let [first, last] = [line, line];
    while (last - first <= thickAtMost && isDark(first - 1, at)) first -= 1;
    while (last - first <= thickAtMost && isDark(last + 1, at)) last += 1;
    return last - first + 1;
  };
  for (let line = 0; line < lines; line++) {
    for (let at = 0, begun = 0; at <= length; at++) {
      if (at < length && isDark(line, at)) continue;
      if (at - begun > longerThan) {
        for (let within = begun; within < at; within++) {
          // Letters that cross a rule, and surfaces, stay.
          if (thicknessAt(line, within) > thickAtMost) continue;
          for (let beside = Math.max(0, line - margin); beside <= Math.min(lines - 1, line + margin); beside++)
            to[beside * stride + within * step] = white;
        }
      }
      begun = at + 1;
    }
  }
}
