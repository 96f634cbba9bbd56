/**
 * The beginning of a formula for a spreadsheet: = + - @, their full-width forms, tab and line breaks, also behind
 * blanks. Quotes do not prevent it, an apostrophe does.
 */
const formulaBeginning = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** True for a cell that a spreadsheet runs. */
export const beginsFormula = (value: string): boolean => formulaBeginning.test(value);

const cell = (value: string): string => `"${(beginsFormula(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * Renders a table as CSV (RFC 4180, UTF-8 with byte order mark). No cell runs as a formula: one that would gets a
 * leading apostrophe.
 */
export const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  csvHead(head) + csvLines(rows);

/** Renders the beginning of a file that is written piece by piece; `csvLines` writes the rest. */
export const csvHead = (head: readonly string[]): string => byteOrderMark + csvLines([head]);

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
