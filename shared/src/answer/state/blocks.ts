import { footnoteDefinition, linkDefinition } from '../../contract/values/markdown.ts';

/**
 * Markdown cut at the boundaries of its top-level blocks, so that a finished block is rendered once and never again.
 * `blocks.join('')` is the text.
 */
export type Blocks = readonly string[];

/** The mark that opened a construct which spans blank lines. */
type Fence = string | null;

/** The start of a fence. No backtick may follow backticks: that would be inline code. */
const codeFence = /^( *)(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})/;
const nestedCodeFence = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})/;
/** The environments that stand without delimiters in answers: the inside of a group in a regular expression. */
export const formulaEnvironments = String.raw`(?:align|alignat|equation|gather|aligned|gathered|cases|split|array|[bpvBV]?matrix)\*?`;
const formulaFence = new RegExp(String.raw`^ {0,3}(?:(\$\$|\\\[)\s*$|(\\begin\{${formulaEnvironments}\}))`);
const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t\r\n]|$)/;
/** A thematic break, a block of one line. Some look like an item of a list. */
const thematicBreak = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})\r?\n?$/;
/** The start of another block under a list or a table without a blank line between. */
const otherStart = /^ {0,1}(?:#{1,6}\s|>)/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** A line that has just begun may yet join the block before it (“2” becomes “2. two”), so two blocks stay open. */
const openBlocks = 2;
/** Characters after which a paragraph is split: parsing its markdown again for every piece would take too long. */
const longestParagraph = 4000;
/** Characters after which an unclosed formula is none. */
const longestFormula = 2000;

export function splitBlocks(text: string): Blocks {
  const blocks: string[] = [];
  let [start, end] = [0, 0];
  // The first two lines of a block determine its kind. They are kept apart, because a block may be long and is checked
  // for every line.
  let head: Head = { first: '', second: null };
  let fence: Fence = null;
  let afterBlank = false;
  for (const line of linesOf(text)) {
    const isBlank = line.trim() === '';
    const length = end - start;
    const begins =
      fence === null &&
      !isBlank &&
      length > 0 &&
      (afterBlank ? !continues(head.first, line) : interrupts(head, length, line));
    if (begins) {
      blocks.push(text.slice(start, end));
      start = end;
    }
    const isFirst = start === end;
    fence = fenceAfter(fence, line, isFirst ? null : head.first, end - start);
    if (isFirst) head = { first: line, second: null };
    else head.second ??= line;
    end += line.length;
    afterBlank = isBlank && fence === null;
  }
  return start === end ? blocks : [...blocks, text.slice(start)];
}

type Head = { readonly first: string; second: string | null };

/** Returns `splitBlocks(text + added)`, given the `blocks` of `text`: the finished ones are the same strings. */
export function extendBlocks(blocks: Blocks, added: string): Blocks {
  const open = blocks.slice(-openBlocks).join('');
  return [...blocks.slice(0, -openBlocks), ...splitBlocks(open + added)];
}

export const isCode = (block: string): boolean => (codeFence.exec(block)?.[1]?.length ?? 4) <= 3;
export const isList = (block: string): boolean =>
  listMarker.test(block) && !thematicBreak.test(block.slice(0, block.indexOf('\n') + 1 || undefined));
export const isDefinition = (block: string): boolean => linkDefinition.test(block) || footnoteDefinition.test(block);
export const isFootnote = (block: string): boolean => footnoteDefinition.test(block);

export function isTable(block: string): boolean {
  const ruleStart = block.indexOf('\n') + 1;
  if (ruleStart === 0) return false;
  const ruleEnd = block.indexOf('\n', ruleStart);
  return isTableHead(block.slice(0, ruleStart), block.slice(ruleStart, ruleEnd === -1 ? undefined : ruleEnd));
}

const isTableHead = (first: string, second: string | null): boolean =>
  second !== null &&
  first.includes('|') &&
  second.includes('-') &&
  tableRule.test(second) &&
  cellsOf(first) === cellsOf(second);

/** Counts the cells of a row: a head and a rule with other numbers of them are no table. */
const cellsOf = (row: string): number =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;

/** Splits a text into lines. A line longer than the longest paragraph is cut into pieces, between words if possible. */
function linesOf(text: string): string[] {
  const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  return lines.every((line) => line.length <= longestParagraph) ? lines : lines.flatMap(piecesOf);
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let rest = line;
  while (rest.length > longestParagraph) {
    const space = rest.lastIndexOf(' ', longestParagraph - 1) + 1;
    const end = space > longestParagraph / 2 ? space : longestParagraph;
    const cut = /[\uD800-\uDBFF]/.test(rest[end - 1] ?? '') ? end - 1 : end; // not within a surrogate pair
    pieces.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return rest === '' ? pieces : [...pieces, rest];
}

/** Returns the kind of a list marker: another bullet, or another mark behind the number, begins another list. */
function markerKind(line: string): string | undefined {
  const [, bullet, delimiter] = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:[ \t\r\n]|$)/.exec(line) ?? [];
  return bullet ?? delimiter;
}

/**
 * Says whether a line after a blank one continues the block: indented lines and items continue a list, as indented
 * lines do indented code.
 */
function continues(first: string, line: string): boolean {
  if (isList(first))
    return /^(?: {2,}|\t)/.test(line) || (markerKind(line) === markerKind(first) && !thematicBreak.test(line));
  return /^(?: {4}|\t)/.test(line) && (/^(?: {4}|\t)/.test(first) || isFootnote(first));
}

/** Says whether a line begins a block of its own without a blank line before it. */
function interrupts({ first, second }: Head, length: number, line: string): boolean {
  if (isCode(first) || linkDefinition.test(first) || footnoteDefinition.test(line) || thematicBreak.test(first))
    return true;
  const isInList = isList(first);
  const isInTable = isTableHead(first, second);
  if ((otherStart.test(line) || (/^ ?\S/.test(line) && thematicBreak.test(line))) && (isInList || isInTable))
    return true;
  if (isInTable && listMarker.test(line)) return true;
  if (isInList && !/^(?: {2,}|\t)/.test(line) && listMarker.test(line)) return markerKind(line) !== markerKind(first);
  const indent = codeFence.exec(line)?.[1]?.length;
  if (indent !== undefined) return indent <= (isInList || isFootnote(first) ? 1 : 3);
  return length + line.length > longestParagraph && !isInList && !isInTable;
}

/**
 * Returns the open fence after this line of a block that begins with `first` (null: with this line) and had so many
 * characters.
 */
function fenceAfter(fence: Fence, line: string, first: string | null, length: number): Fence {
  const isInList = isList(first ?? line) || isList(line);
  if (fence === null) {
    if (isInList) return nestedCodeFence.exec(line)?.[1] ?? null;
    const [, delimiter, environment] = formulaFence.exec(line) ?? [];
    return (isCode(line) ? codeFence.exec(line)?.[2] : (delimiter ?? environment)) ?? null;
  }
  const end = formulaEnd(fence);
  if (end !== null) return line.trimEnd().endsWith(end) || length > longestFormula ? null : fence;
  return isFenceEnd(line, fence, isInList) ? null : fence;
}

/** Returns what ends a formula that spans lines; null for code. */
function formulaEnd(fence: string): string | null {
  if (fence === '$$') return '$$';
  if (fence === '\\[') return '\\]';
  return fence.startsWith('\\begin') ? fence.replace('begin', 'end') : null;
}

/** Says whether a line ends code: it may be indented by three spaces, and in a list as the list is. */
export function isFenceEnd(line: string, fence: string, isInList: boolean): boolean {
  const mark = line.trim();
  const isMark = mark.length >= fence.length && mark === fence.charAt(0).repeat(mark.length);
  return isMark && (isInList || /^ {0,3}\S/.test(line));
}
