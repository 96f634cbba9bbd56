import { ExtractionFailure } from './document.ts';
import { type XmlElement, elementsOf } from './xml.ts';

/** The maximal number of places in a table, repeated and empty ones included. */
const placesAtMost = 5_000_000;
const columnsAtMost = 16_384;

/** A cell that goes on below: its text, and for how many rows. */
type Span = { readonly text: string; readonly rows: number };

/**
 * Returns the texts of a table's cells (OpenDocument 1.3, part 3, 9.1). A cell that is merged over rows stands in each
 * of them. Rows and cells that are repeated without text at the end are left out. Throws file_too_complex for too many.
 */
export function rowsOfOdfTable(
  table: XmlElement,
  textOfCell: (cell: XmlElement, column: number, row: number) => string,
): string[][] {
  const rows: string[][] = [];
  let spans = new Map<number, Span>();
  let left = placesAtMost;
  let at = 0;
  for (const row of rowElementsOf(table)) {
    const read = readRow(row, at, spans, textOfCell);
    const times = countOf(row, 'number-rows-repeated');
    at += times;
    ({ spans } = read);
    if (read.texts.length === 0) continue;
    left -= times * read.texts.length;
    if (left < 0) throw new ExtractionFailure('file_too_complex', `A table has more than ${placesAtMost} places.`);
    for (let time = 0; time < times; time += 1) rows.push(read.texts);
  }
  return rows;
}

function readRow(
  row: XmlElement,
  at: number,
  spans: ReadonlyMap<number, Span>,
  textOfCell: (cell: XmlElement, column: number, row: number) => string,
): { texts: string[]; spans: Map<number, Span> } {
  const texts: string[] = [];
  const below = new Map<number, Span>();
  let column = 0;
  for (const cell of elementsOf(row)) {
    if (!cell.name.endsWith('table-cell')) continue;
    const times = Math.min(countOf(cell, 'number-columns-repeated'), columnsAtMost - column);
    const span = spans.get(column);
    const own = textOfCell(cell, column, at);
    const text = own === '' && cell.name === 'covered-table-cell' ? (span?.text ?? '') : own;
    const goesOn = cell.name === 'table-cell' ? countOf(cell, 'number-rows-spanned') - 1 : (span?.rows ?? 0) - 1;
    if (goesOn > 0) below.set(column, { text, rows: goesOn });
    if (text !== '') {
      while (texts.length < column) texts.push('');
      for (let time = 0; time < times; time += 1) texts.push(text);
    }
    column += times;
  }
  return { texts, spans: below };
}

const groups: ReadonlySet<string> = new Set(['table-header-rows', 'table-rows', 'table-row-group']);

const rowElementsOf = (table: XmlElement): XmlElement[] =>
  elementsOf(table).flatMap((child) =>
    child.name === 'table-row' ? [child] : groups.has(child.name) ? rowElementsOf(child) : [],
  );

function countOf(element: XmlElement, name: string): number {
  const count = Number(element.attributes[name] ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
