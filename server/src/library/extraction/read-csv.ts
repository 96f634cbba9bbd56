import { parse } from 'csv-parse/sync';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { tableOf } from './table.ts';
import { decodeText } from './text-encoding.ts';

const delimiters = [',', ';', '\t', '|'];
const linesLookedAt = 20;
/** The maximal length of a record: a line is a row, not a book. */
const recordMaxLength = 1_000_000;

export function readCsv(bytes: Uint8Array): Section[] {
  const text = createTextBudget()(decodeText(bytes));
  try {
    const rows = parse(text, {
      delimiter: delimiterOf(text),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: recordMaxLength,
    });
    return [tableOf('', null, rows)];
  } catch (error) {
    throw new ExtractionFailure('file_unreadable', 'Its rows cannot be told apart.', error);
  }
}

/** Returns the delimiter: the sign that occurs equally often in most of the first lines. */
function delimiterOf(text: string): string {
  const lines = text.split(/\r?\n/, linesLookedAt).filter((line) => line.trim() !== '');
  const counts = delimiters.map((sign) => ({
    sign,
    least: Math.min(...lines.map((line) => line.split(sign).length - 1)),
  }));
  return counts.toSorted((one, other) => other.least - one.least)[0]?.sign ?? ',';
}
