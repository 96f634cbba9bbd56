import { withoutHalfFormula } from '../markdown/formulas.ts';

/**
 * Returns the last block of an answer under way in a form that renders without flicker: open constructs are closed for
 * now, and ambiguous ones are held back.
 */
export function steadyTail(block: string): string {
  if (/^\s*(`{3,}|~{3,})/.test(block)) return withoutHalfFence(block);
  const complete = withoutHalfFormula(withoutUnclearLine(withoutHalfCharacter(withoutUnclearTable(block))));
  return closeMarks(withoutHalfLink(complete));
}

/** Cuts off the first half of a surrogate pair: its other half comes with the next piece. */
function withoutHalfCharacter(text: string): string {
  return text.replace(/[\uD800-\uDBFF]$/, '');
}

/** Cuts off one or two backticks at the start of the last line, which may become the closing fence. */
function withoutHalfFence(block: string): string {
  return withoutHalfCharacter(block).replace(/\n(`{1,2}|~{1,2})$/, '\n');
}

/** Holds back a line of marks only: below a text, the `-` of a list would make a heading of it. */
function withoutUnclearLine(text: string): string {
  return text.replace(/\n {0,3}(?:-+|=+|[*+]|\d{1,9}[.)])[ \t]*$/, '\n');
}

/** Holds back a header row: it is a paragraph of pipes until its second row is there. */
function withoutUnclearTable(block: string): string {
  const [header = '', rule, ...rows] = block.split('\n');
  if (!/^\s*\|/.test(header)) return block;
  const isTable = rule !== undefined && /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?\s*\|?\s*)?$/.test(rule);
  return isTable && (rows.length > 0 || rule.trimEnd().endsWith('|')) ? block : '';
}

/** Holds back `[1`, `[text](https://exa` and `![` until their meaning is clear; a link's text is shown. */
function withoutHalfLink(text: string): string {
  return text
    .replace(/!?\[(\^?\d*)$/, '')
    .replace(/(!?)\[([^[\]\n]*)\]\([^()\s]*$/, (_, image: string, label: string) => (image === '' ? label : ''));
}

/**
 * Closes code, bold, italics and strike-through that are open in the last line, in their nesting order. A mark at the
 * very end is removed first: it may be half of one, and a whole one is restored by closing it.
 */
function closeMarks(text: string): string {
  const bare = text.replace(/[*_~`]+$/, '');
  const line = bare.slice(bare.lastIndexOf('\n') + 1).replace(/`[^`]*`/g, '');
  const codeStart = line.indexOf('`');
  const code = codeStart === -1 ? '' : '`';
  const closing =
    code +
    openMarks(codeStart === -1 ? line : line.slice(0, codeStart))
      .reverse()
      .join('');
  return closing === '' ? bare : bare.trimEnd() + closing;
}

function openMarks(line: string): string[] {
  const open: string[] = [];
  for (const found of line.matchAll(/\*\*|~~|\*|__|_/g)) {
    const [mark] = found;
    const before = line[found.index - 1] ?? ' ';
    const after = line[found.index + mark.length] ?? ' ';
    const isInWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after);
    if (isInWord) continue;
    if (open.at(-1) === mark && before.trim() !== '') open.pop();
    else if (after.trim() !== '') open.push(mark);
  }
  return open;
}
