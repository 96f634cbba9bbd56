type Row = readonly string[];
export type Layout = { readonly title: readonly string[]; readonly header: Row; readonly rows: readonly Row[] };

/** The rows that tell the width of a table and what its columns hold. */
const rowsLookedAt = 50;

/**
 * Finds the header of a table: the first row as wide as most are, or two such rows. What stands above is its title. A
 * table whose first row is data has an empty header.
 */
export function layOut(all: readonly Row[]): Layout {
  const rows = all.filter((row) => filledOf(row) > 0);
  const sample = rows.slice(0, rowsLookedAt);
  const width = commonest(sample.map(widthOf));
  const first = sample.findIndex((row, at) => widthOf(row) >= width || (at === 0 && isShortHeader(row, width)));
  if (first < 0) return { title: [], header: [], rows };
  const above = rows[first - 1];
  const top = above !== undefined && above.length >= width && filledOf(above) > 1 ? first - 1 : first;
  const isDoubled = isHeaderBelow(sample, top + 1);
  const start = isDoubled ? top : first;
  const title = rows.slice(0, start).map((row) =>
    row
      .filter(isFilled)
      .map((cell) => cell.trim())
      .join(', '),
  );
  const [one = [], two = []] = rows.slice(start);
  if (isDoubled) return { title, header: joined(one, two), rows: rows.slice(start + 2) };
  const isData = one.some((cell, at) => isNumber(cell) && !isYear(cell) && isNumeric(sample.slice(start + 1), at));
  return isData ? { title, header: [], rows: rows.slice(start) } : { title, header: one, rows: rows.slice(start + 1) };
}

const isFilled = (cell: string) => cell.trim() !== '';
const filledOf = (row: Row) => row.filter(isFilled).length;
const widthOf = (row: Row) => row.findLastIndex(isFilled) + 1;
/** Numbers, amounts, shares, dates and times. */
const isNumber = (cell: string) => /^[-+(]?\p{Sc}?\s?\d[\d.,:/'’\s-]*(?:\)|%|\p{Sc}|T[\d:.]+Z?)?$/u.test(cell.trim());
const isYear = (cell: string) => /^(?:19|20)\d\d$/.test(cell.trim());

/** Says whether a row lacks only the name of the last column. */
const isShortHeader = (row: Row, width: number) =>
  width > 2 && widthOf(row) === width - 1 && filledOf(row) === width - 1 && !row.some(isNumber);

/** Says whether most rows have a number in this column. */
function isNumeric(rows: readonly Row[], at: number): boolean {
  const filled = rows.map((row) => row[at] ?? '').filter(isFilled);
  return filled.length > 0 && filled.filter(isNumber).length * 2 > filled.length;
}

/** Says whether a row continues the header above it: it has units or years where the rows below have numbers. */
function isHeaderBelow(rows: readonly Row[], at: number): boolean {
  const [row = [], ...below] = rows.slice(at);
  const above = rows[at - 1] ?? [];
  if (row.some((cell) => isNumber(cell) && !isYear(cell)) || above.some(isNumber)) return false;
  return (
    row.some((cell, column) => !isFilled(cell) || !isFilled(above[column] ?? '')) &&
    row.some((cell, column) => isFilled(cell) && isNumeric(below, column))
  );
}

/** Joins two rows of a header; a cell of the upper one goes for the empty ones behind it. */
function joined(upper: Row, lower: Row): Row {
  let group = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    const [over = '', under = ''] = [upper[at], lower[at]];
    if (isFilled(over)) group = over;
    return isFilled(under) ? [group, under].filter(isFilled).join(' ') : over;
  });
}

/** Returns the commonest number, the larger one of two. */
function commonest(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([one, ones], [other, others]) => others - ones || other - one)[0]?.[0] ?? 0;
}
