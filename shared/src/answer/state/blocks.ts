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
const formulaFence = /^ {0,3}(\$\$|\\\[)\s*$/;
const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** The start of another block under a list or a table without a blank line between. */
const otherStart = /^ {0,1}(?:#{1,6}\s|>)/;
const tableRule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;
/** A link definition. It applies to the whole text, wherever it stands, and so does a footnote. */
const linkDefinition = /^ {0,3}\[(?!\^)[^\]\n]+\]:/;
const footnoteDefinition = /^ {0,3}\[\^[^\]\n]+\]:/;

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
export const isList = (block: string): boolean => listMarker.test(block);
export const isDefinition = (block: string): boolean => linkDefinition.test(block) || footnoteDefinition.test(block);
export const isFootnote = (block: string): boolean => footnoteDefinition.test(block);

export function isTable(block: string): boolean {
  const ruleStart = block.indexOf('\n') + 1;
  if (ruleStart === 0) return false;
  const ruleEnd = block.indexOf('\n', ruleStart);
  return isTableHead(block.slice(0, ruleStart), block.slice(ruleStart, ruleEnd === -1 ? undefined : ruleEnd));
}

const isTableHead = (first: string, second: string | null): boolean =>
  second !== null && first.includes('|') && second.includes('-') && tableRule.test(second);

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
  const [, bullet, delimiter] = /^ {0,3}(?:([-*+])|\d{1,9}([.)]))(?:\s|$)/.exec(line) ?? [];
  return bullet ?? delimiter;
}

/**
 * Says whether a line after a blank one continues the block: indented lines and items continue a list, as indented
 * lines do indented code.
 */
function continues(first: string, line: string): boolean {
  if (listMarker.test(first)) return /^(?: {2,}|\t)/.test(line) || markerKind(line) === markerKind(first);
  return /^(?: {4}|\t)/.test(line) && (/^(?: {4}|\t)/.test(first) || isFootnote(first));
}

/** Says whether a line begins a block of its own without a blank line before it. */
function interrupts({ first, second }: Head, length: number, line: string): boolean {
  if (isCode(first) || linkDefinition.test(first) || footnoteDefinition.test(line)) return true;
  const isInList = listMarker.test(first);
  const isInTable = isTableHead(first, second);
  if (otherStart.test(line) && (isInList || isInTable)) return true;
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
  if (fence === null) {
    if (listMarker.test(first ?? line) || listMarker.test(line)) return nestedCodeFence.exec(line)?.[1] ?? null;
    return (isCode(line) ? codeFence.exec(line)?.[2] : formulaFence.exec(line)?.[1]) ?? null;
  }
  const closing = line.trim();
  if (fence === '$$' || fence === '\\[')
    return closing.endsWith(fence === '$$' ? '$$' : '\\]') || length > longestFormula ? null : fence;
  const isClosed = closing.length >= fence.length && [...closing].every((character) => character === fence[0]);
  return isClosed ? null : fence;
}
