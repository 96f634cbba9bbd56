import type { Section } from './document.ts';
import { layOut } from './table-header.ts';

/** The length above which a header, or a row under its header, is written as names with their values. */
const headerMaxLength = 300;
const rowMaxLength = 900;
const headingMaxLength = 200;

const oneLine = (cell: string) => cell.replace(/\s+/g, ' ').trim();
const lineOf = (row: readonly string[]) =>
  row
    .map(oneLine)
    .join(' | ')
    .replace(/( \| )+$/, '');

/**
 * Builds the sections of a table: what stands above it, and its rows with the header that goes with each piece. Empty
 * rows are dropped. In a row that is too long to stand whole under its header, each value has its name beside it.
 */
export function sectionsOfTable(heading: string, table: readonly (readonly string[])[]): Section[] {
  const { title, header: names, rows } = layOut(table);
  const header = lineOf(names);
  const isWide = header.length > headerMaxLength && rows.length > 0;
  const repeated = isWide ? '' : header;
  const lines = rows.flatMap((row) => {
    const line = lineOf(row);
    const room = rowMaxLength - repeated.length - 1;
    return isWide || (header !== '' && line.length > room) ? pairsOf(names, row, room) : [line];
  });
  const headings = [heading, (title[0] ?? '').slice(0, headingMaxLength)].filter((part) => part !== '');
  const section = { heading: headings.join(' › '), page: null, header: repeated, rows: lines };
  return title.length === 0 ? [section] : [{ heading, page: null, content: title.join('\n') }, section];
}

/** Writes a row as names with values, in lines that fit into a piece; each begins with the first value of the row. */
function pairsOf(names: readonly string[], row: readonly string[], room: number): string[] {
  const [first = '', ...rest] = row
    .map((cell, at) => [oneLine(names[at] ?? ''), oneLine(cell)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => (name === '' ? value : `${name}: ${value}`));
  const lines = [first];
  for (const pair of rest) {
    const last = lines.at(-1) ?? '';
    if (last.length + pair.length + 3 <= room) lines[lines.length - 1] = `${last} | ${pair}`;
    else lines.push(first.length + pair.length + 3 <= room ? `${first} | ${pair}` : pair);
  }
  return lines;
}
