import type { Section } from './document.ts';

const oneLine = (cell: string) => cell.replace(/\s+/g, ' ').trim();
const lineOf = (row: readonly string[]) =>
  row
    .map(oneLine)
    .join(' | ')
    .replace(/( \| )+$/, '');

/** Builds lines from rows, the first as the header that goes with each piece. Empty rows are dropped. */
export function tableOf(heading: string, page: number | null, rows: readonly (readonly string[])[]): Section {
  const [header = '', ...rest] = rows.map(lineOf).filter((line) => line.replace(/[ |]/g, '') !== '');
  return { heading, page, header, rows: rest };
}
