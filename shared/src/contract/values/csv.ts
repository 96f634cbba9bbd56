/**
 * What a spreadsheet takes for the beginning of a formula: = + - @, their full-width forms, tab and line breaks, also
 * behind blanks. Quotes do not hinder it, an apostrophe does.
 */
const beginsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

const cell = (value: string): string => `"${(beginsFormula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * A table as CSV (RFC 4180, UTF-8 with byte order mark). No cell runs as a formula: a cell that would begins with an
 * apostrophe instead.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  csvHead(head) + csvLines(rows);

/** The beginning of a file that is written piece by piece; `csvLines` writes the rest. */
export const csvHead = (head: readonly string[]): string => byteOrderMark + csvLines([head]);

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
