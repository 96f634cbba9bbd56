import type { OPS as Operators, PDFPageProxy } from 'unpdf/pdfjs';

/** What a page draws beside text. */
export type Drawing = {
  /** The share of the page that pictures cover; overlapping ones count twice. */
  readonly pictures: number;
  /** The length of its painted paths, in numbers: outlines of a letter take about forty. */
  readonly outlines: number;
};

type Matrix = readonly [number, number, number, number, number, number];
/** A state of the graphics. `isPlaced`: it was transformed, and nothing was painted since. */
type State = { matrix: Matrix; isPlaced: boolean };

const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];
const areaOf = ([a, b, c, d]: Matrix) => Math.abs(a * d - b * c);

/**
 * Measures what a page draws. Pictures are left out of the operators (`maxImageSize` is 0), as decoding one takes a
 * second: what is transformed and not painted is the place of one, the unit square.
 */
export async function drawingOf(page: PDFPageProxy, ops: typeof Operators): Promise<Drawing> {
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const area = Math.max(Math.abs((right - left) * (top - bottom)), 1);
  const states: State[] = [];
  let state: State = { matrix: [1, 0, 0, 1, 0, 0], isPlaced: false };
  let pictures = 0;
  let outlines = 0;
  const leave = () => {
    if (state.isPlaced) pictures += Math.min(areaOf(state.matrix) / area, 1);
    state.isPlaced = false;
  };
  const enter = () => {
    states.push({ ...state, isPlaced: false });
    state = { ...state };
  };
  fnArray.forEach((operator, at) => {
    const args = argsArray[at] as readonly unknown[] | null; // as PDF.js writes them, by operator
    if (operator === ops.save) enter();
    else if (operator === ops.paintFormXObjectBegin) {
      enter();
      if (isMatrix(args?.[0])) state = { matrix: multiply(state.matrix, args[0]), isPlaced: true };
    } else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) {
      leave();
      state = states.pop() ?? state;
    } else if (operator === ops.transform && isMatrix(args))
      state = { matrix: multiply(state.matrix, args), isPlaced: true };
    else if (operator === ops.constructPath && args?.[0] !== ops.endPath) {
      outlines += lengthOfPath(args?.[1]);
      state.isPlaced = false;
    } else if (operator === ops.showText || operator === ops.shadingFill) state.isPlaced = false;
  });
  leave();
  return { pictures, outlines };
}

const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || value instanceof Float32Array) &&
  value.length === 6 &&
  [...value].every((number) => Number.isFinite(number));

function lengthOfPath(parts: unknown): number {
  if (!Array.isArray(parts)) return 0;
  return parts.reduce<number>((sum, part) => sum + (ArrayBuffer.isView(part) ? part.byteLength / 4 : 0), 0);
}
