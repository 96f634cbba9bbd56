import { type InfoRecord, parse } from 'csv-parse/sync';
import { delimiterOf, statedDelimiter } from './csv-delimiter.ts';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { sectionsOfTable } from './table.ts';
import { decodeText } from './text-encoding.ts';

/** The maximal length of a record: a line is a row, not a book. */
const recordMaxLength = 1_000_000;
/** How many rows with a lone quote are read as they stand; behind them, no quote has a meaning. */
const repairsAtMost = 20;

/** Reads a table (RFC 4180, with any of the usual delimiters), and what stands above it. */
export function readCsv(bytes: Uint8Array): Section[] {
  const text = createTextBudget()(decodeText(bytes)).replace(/^\s*\n/, '');
  const stated = statedDelimiter(text);
  const body = stated?.body ?? text;
  return sectionsOfTable('', rowsOf(Buffer.from(body), stated?.delimiter ?? delimiterOf(body)));
}

type Row = string[];

/**
 * Cuts text into rows. A quote that is never closed, or closed by the next one that opens, would swallow the rows
 * between: its line is read as it stands then.
 */
function rowsOf(text: Buffer, delimiter: string): Row[] {
  const rows: Row[] = [];
  let left = text;
  for (let repairs = 0; left.length > 0; repairs += 1) {
    const { read, end } = readRows(left, delimiter, repairs <= repairsAtMost);
    rows.push(...read);
    left = left.subarray(end);
    if (left.length === 0) break;
    const lineEnd = left.findIndex((byte) => byte === 0x0a || byte === 0x0d) + 1 || left.length;
    rows.push(...readRows(left.subarray(0, lineEnd), delimiter, false).read);
    left = left.subarray(lineEnd);
  }
  return rows;
}

/** Thrown at a row in which a quote stands alone that opens a cell of a later line. */
class Swallowed extends Error {}

/** Reads rows up to the first with a quote that is not closed; `end` is where it begins. */
function readRows(text: Buffer, delimiter: string, hasQuotes: boolean): { read: Row[]; end: number } {
  const read: Row[] = [];
  let end = 0;
  const opening = new RegExp(String.raw`[\r\n](?:[^\r\n]*${delimiter === '|' ? String.raw`\|` : delimiter})?"`);
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordMaxLength,
      ...(hasQuotes ? {} : { quote: null }),
      on_record(record: Row, { bytes }: InfoRecord) {
        const raw = () => text.subarray(end, bytes).toString();
        if (record.some((cell) => opening.test(cell) && !raw().includes(cell.replaceAll('"', '""'))))
          throw new Swallowed();
        read.push(hasQuotes ? record : record.map(withoutQuotes));
        end = bytes;
        return null;
      },
    });
    return { read, end: text.length };
  } catch (error) {
    if (hasQuotes) return { read, end };
    throw new ExtractionFailure('file_unreadable', 'Its rows cannot be told apart.', error);
  }
}

/** Takes quotes off that enclose a whole cell of a line in which they have no meaning. */
const withoutQuotes = (cell: string) => cell.replace(/^\s*"(.*)"\s*$/s, '$1').replaceAll('""', '"');
