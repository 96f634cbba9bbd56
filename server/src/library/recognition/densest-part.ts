import type { GreyPicture } from './page-picture.ts';

/** The side of a part in pixels, some twenty lines of text, and of the cells that it is made of. */
const cellSide = 64;
const cellsOfSide = 12;
/** The difference of neighbours that is an edge. */
const edge = 48;

/** Returns the part of a picture that has the most edges, which are those of letters where there are some. */
export function densestPart({ width, height, pixels }: GreyPicture): GreyPicture {
  const [columns, rows] = [Math.ceil(width / cellSide), Math.ceil(height / cellSide)];
  const [across, down] = [Math.min(columns, cellsOfSide), Math.min(rows, cellsOfSide)];
  // Sums of all cells above and to the left, with a row and a column of zeros before the first.
  const sums = new Float64Array((columns + 1) * (rows + 1));
  for (let y = 0; y < height; y++) {
    const row = (Math.floor(y / cellSide) + 1) * (columns + 1);
    for (let x = 1, at = y * width + 1; x < width; x++, at++) {
      if (Math.abs((pixels[at] ?? 0) - (pixels[at - 1] ?? 0)) > edge) {
        const cell = row + Math.floor(x / cellSide) + 1;
        sums[cell] = (sums[cell] ?? 0) + 1;
      }
    }
  }
  const sum = (row: number, column: number) => sums[row * (columns + 1) + column] ?? 0;
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++)
      sums[row * (columns + 1) + column] =
        sum(row, column) + sum(row - 1, column) + sum(row, column - 1) - sum(row - 1, column - 1);
  let best = { row: 0, column: 0, edges: -1 };
  for (let row = 0; row + down <= rows; row++) {
    for (let column = 0; column + across <= columns; column++) {
      const edges =
        sum(row + down, column + across) - sum(row, column + across) - sum(row + down, column) + sum(row, column);
      if (edges > best.edges) best = { row, column, edges };
    }
  }
  const [left, top] = [best.column * cellSide, best.row * cellSide];
  const size = { width: Math.min(across * cellSide, width - left), height: Math.min(down * cellSide, height - top) };
  const part = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = (top + y) * width + left;
    part.set(pixels.subarray(from, from + size.width), y * size.width);
  }
  return { ...size, pixels: part };
}
