/**
 * What a spreadsheet takes for the beginning of a formula: = + - @, their full-width forms, tab and line breaks, also
 * behind blanks. Quotes do not hinder it, an apostrophe does.
 */
const beginsFormula = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

const cell = (value: string): string => `"${(beginsFormula.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;

/** Tells spreadsheets that what follows is UTF-8. */
const byteOrderMark = '\uFEFF';

/**
 * A table as CSV (RFC 4180, UTF-8 with byte order mark). No cell of it runs as a formula: one that would begins with an
 * apostrophe instead.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return byteOrderMark + [head, ...rows].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Hands a CSV text to the browser as a file to keep. */
export function downloadCsv(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The click has been handed over; browsers keep what the URL stood for until the file is written.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
