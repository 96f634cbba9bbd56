import { zipSync } from 'fflate';
import readXlsxFile from 'read-excel-file/node';
import { readParts } from './archive.ts';
import { ExtractionFailure, type Section, createTextBudget } from './document.ts';
import { sectionsOfTable } from './table.ts';

/** Reads each sheet of a workbook as a table under its name. */
export async function readXlsx(bytes: Uint8Array): Promise<Section[]> {
  const parts = readParts(bytes, (name) => /\.(xml|rels)$/i.test(name));
  const budget = createTextBudget();
  const sheets = await readXlsxFile(Buffer.from(zipSync(parts, { level: 0 }))).catch((error: unknown) => {
    throw new ExtractionFailure('file_unreadable', 'The workbook is damaged.', error);
  });
  return sheets.flatMap(({ sheet, data }) =>
    sectionsOfTable(
      sheet,
      data.map((row) => row.map((cell) => budget(textOf(cell as unknown as Cell)))),
    ),
  ); // see Cell
}

/** A cell; the types of the package name the constructor of dates instead of a date. */
type Cell = string | number | boolean | Date | null;

/** Formats a cell; a date at midnight in the file's own time, which is given as UTC, has no time. */
function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date)
    return cell
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace(/T(.*)\.000Z$/, ' $1');
  return String(cell);
}
