import { ExtractionFailure } from './document.ts';
import { type NumberFormat, formatIsoDate, formatNumber, formatText, numberFormatOf } from './xlsx-number-format.ts';
import { type Attributes, walkXml } from './xml.ts';

/** The maximal number of places in the table of a sheet, empty ones included. */
const placesAtMost = 5_000_000;

/** What the cells of all sheets refer to. */
export type Workbook = {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
};

/** The cells of a row by their columns; both count from 0. */
type SheetRow = { readonly at: number; readonly cells: Map<number, string> };
type Merge = { readonly top: number; readonly left: number; readonly bottom: number };

/**
 * Reads the cells of a sheet as they are shown (ECMA-376, part 1, 18.3.1), in rows and columns that have any: what a
 * sheet says of its size is not asked. Throws file_too_complex if too many places are between its cells.
 */
export function rowsOfSheet(text: string, workbook: Workbook, budget: (text: string) => string): string[][] {
  const reader = new SheetReader(workbook, budget);
  walkXml(text, reader);
  return tableOf(reader.rows, reader.merges);
}

class SheetReader {
  readonly rows: SheetRow[] = [];
  readonly merges: Merge[] = [];
  readonly #workbook: Workbook;
  readonly #budget: (text: string) => string;
  #row: SheetRow = { at: -1, cells: new Map() };
  #column = -1;
  #cell: Attributes = {};
  #value = '';
  #formula = '';
  #string = '';
  #phonetic = 0;
  #target: 'value' | 'formula' | 'string' | null = null;

  constructor(workbook: Workbook, budget: (text: string) => string) {
    this.#workbook = workbook;
    this.#budget = budget;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.#row = { at: Number(attributes['r'] ?? this.#row.at + 2) - 1, cells: new Map() };
      this.#column = -1;
    } else if (name === 'c') {
      this.#column = columnOf(attributes['r']) ?? this.#column + 1;
      this.#cell = attributes;
      [this.#value, this.#formula, this.#string] = ['', '', ''];
    } else if (name === 'v') this.#target = 'value';
    else if (name === 'f') this.#target = 'formula';
    else if (name === 'rPh') this.#phonetic += 1;
    else if (name === 't' && this.#phonetic === 0) this.#target = 'string';
    else if (name === 'mergeCell') this.#merge(attributes['ref'] ?? '');
  }

  text(text: string): void {
    if (this.#target === 'value') this.#value += text;
    else if (this.#target === 'formula') this.#formula += text;
    else if (this.#target === 'string') this.#string += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 'f' || name === 't') this.#target = null;
    else if (name === 'rPh') this.#phonetic -= 1;
    else if (name === 'row' && this.#row.cells.size > 0) this.rows.push(this.#row);
    else if (name === 'c') {
      const shown = this.#budget(this.#shown());
      if (shown.trim() !== '') this.#row.cells.set(this.#column, shown);
    }
  }

  /** Returns what a cell shows; of a formula that nobody has calculated, the formula. */
  #shown(): string {
    const { strings, formats, is1904 } = this.#workbook;
    const format = formats[Number(this.#cell['s'] ?? 0)] ?? numberFormatOf(0, undefined);
    const value = this.#value;
    switch (this.#cell['t']) {
      case 's':
        return formatText(strings[Number(value)] ?? '', format);
      case 'inlineStr':
        return formatText(unescaped(this.#string), format);
      case 'str':
        return value === '' && this.#formula !== '' ? `=${this.#formula}` : formatText(unescaped(value), format);
      case 'b':
        return value.trim() === '1' || value.trim() === 'true' ? 'TRUE' : value.trim() === '' ? '' : 'FALSE';
      case 'e':
        return value;
      case 'd':
        return formatIsoDate(value, format);
      default:
        if (value.trim() === '') return this.#formula === '' ? '' : `=${this.#formula}`;
        return Number.isFinite(Number(value)) ? formatNumber(Number(value), format, is1904) : value;
    }
  }

  #merge(reference: string): void {
    const [from = '', to = ''] = reference.split(':');
    const [left, top, bottom] = [columnOf(from), rowOf(from), rowOf(to)];
    if (left !== null && top !== null && bottom !== null && bottom > top) this.merges.push({ top, left, bottom });
  }
}

/** Returns the column of an address such as `AB12`, from 0; null for none. */
export function columnOf(address: string | undefined): number | null {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/i.exec(address ?? '')?.[1]?.toUpperCase();
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rowOf(address: string): number | null {
  const number = /(\d{1,7})$/.exec(address)?.[1];
  return number === undefined ? null : Number(number) - 1;
}

/** Resolves `_x000D_` and its like, in which control characters stand (ECMA-376, part 1, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/**
 * Puts cells into a table of the columns that have any. A cell that is merged over rows stands in each of them, so that
 * a row says what it is about.
 */
function tableOf(rows: readonly SheetRow[], merges: readonly Merge[]): string[][] {
  repeatMerged(rows, merges);
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((one, other) => one - other);
  const places = new Map(columns.map((column, place) => [column, place]));
  let left = placesAtMost;
  return rows.map(({ cells }) => {
    const width = 1 + [...cells.keys()].reduce((widest, column) => Math.max(widest, places.get(column) ?? 0), 0);
    left -= width;
    if (left < 0) throw new ExtractionFailure('file_too_complex', `A sheet has more than ${placesAtMost} places.`);
    const row = Array.from({ length: width }, () => '');
    for (const [column, cell] of cells) row[places.get(column) ?? 0] = cell;
    return row;
  });
}

function repeatMerged(rows: readonly SheetRow[], merges: readonly Merge[]): void {
  if (merges.length === 0) return;
  const indexes = new Map(rows.map(({ at }, index) => [at, index]));
  let left = placesAtMost;
  for (const { top, left: column, bottom } of merges) {
    const first = indexes.get(top);
    const text = first === undefined ? undefined : rows[first]?.cells.get(column);
    if (first === undefined || text === undefined) continue;
    for (const row of rows.slice(first + 1, first + 1 + bottom - top)) {
      if (row.at > bottom) break;
      left -= 1;
      if (left < 0) throw new ExtractionFailure('file_too_complex', 'Its merged cells overlap without end.');
      if (!row.cells.has(column)) row.cells.set(column, text);
    }
  }
}
