export type CsvRow = {
  /** The line where it begins, as editors count: from 1. */
  readonly line: number;
  readonly cells: readonly string[];
};

const separators = [',', ';', '\t'] as const;

/** Returns the separator of the cells: the most frequent one in the first line. */
function separatorOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const counts = separators.map((sign) => head.split(sign).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ',';
}

const lineBreak = /\r\n|\r|\n/g;

/**
 * Parses the rows of a CSV text (RFC 4180), with commas, semicolons or tabs. Empty lines are left out. An unclosed
 * quote ends with the text. Parsing stops after `most` rows.
 */
export function csvRows(text: string, most = Number.POSITIVE_INFINITY): CsvRow[] {
  const source = text.replace(/^\uFEFF/, '');
  const ending = new RegExp(`${separatorOf(source)}|\\r\\n|\\r|\\n`, 'g');
  const rows: CsvRow[] = [];
  let [at, line, begun, cells] = [0, 1, 1, [] as string[]];
  while (at < source.length && rows.length < most) {
    const cell = cellAt(source, at);
    ending.lastIndex = cell.end;
    const end = ending.exec(source);
    cells.push(cell.text ?? source.slice(at, end?.index));
    const next = end === null ? source.length : ending.lastIndex;
    line += source.slice(at, next).match(lineBreak)?.length ?? 0;
    at = next;
    const goesOn = end !== null && !/[\r\n]/.test(end[0]);
    if (goesOn && at < source.length) continue;
    if (goesOn) cells.push('');
    if (cells.some((it) => it.trim() !== '')) rows.push({ line: begun, cells });
    [begun, cells] = [line, []];
  }
  return rows;
}

/**
 * Returns the quoted cell that begins here and the end of its quote; without a quote its text ends with the next
 * delimiter.
 */
function cellAt(source: string, at: number): { text: string | null; end: number } {
  if (source[at] !== '"') return { text: null, end: at };
  let quote = source.indexOf('"', at + 1);
  while (quote !== -1 && source[quote + 1] === '"') quote = source.indexOf('"', quote + 2);
  const end = quote === -1 ? source.length : quote;
  return { text: source.slice(at + 1, end).replaceAll('""', '"'), end: Math.min(end + 1, source.length) };
}
