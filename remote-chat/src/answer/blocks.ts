/**
 * Markdown cut at the boundaries of its top-level blocks, so that a finished block is drawn once and never again.
 * `blocks.join('')` is the text.
 */
export type Blocks = readonly string[];

const fenceStart = /^ {0,3}(`{3,}|~{3,})/;
const nestedFence = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;
const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
/** A link or footnote definition works for the whole text, wherever it stands. */
const definition = /^ {0,3}\[[^\]\n]+\]:/m;

/** A line that has just begun may yet join the block before it (“2” becomes “2. two”), so two blocks stay open. */
const openBlocks = 2;

export function splitBlocks(text: string): Blocks {
  if (text === '') return [];
  if (definition.test(text)) return [text];
  const blocks: string[] = [];
  let block = '';
  let fence: string | null = null;
  let afterBlank = false;
  for (const line of linesOf(text)) {
    const isBlank = line.trim() === '';
    if (fence === null && afterBlank && !isBlank && !continues(block, line)) {
      blocks.push(block);
      block = '';
    }
    fence = fenceAfter(fence, line, listMarker.test(block) || listMarker.test(line));
    block += line;
    afterBlank = isBlank && fence === null;
  }
  blocks.push(block);
  return blocks;
}

/** `splitBlocks(text + added)`, where `blocks` are those of `text`: the finished ones are the same strings. */
export function extendBlocks(blocks: Blocks, added: string): Blocks {
  if (blocks.length === 1 || definition.test(blocks.slice(-openBlocks).join('') + added)) return splitBlocks(blocks.join('') + added);
  const finished = blocks.slice(0, -openBlocks);
  return [...finished, ...splitBlocks(blocks.slice(-openBlocks).join('') + added)];
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Blank lines do not end a list: what is indented, or is an item, still belongs to it. Nor do they end indented code. */
function continues(block: string, line: string): boolean {
  const isIndented = /^(?: {2,}|\t)/.test(line);
  if (listMarker.test(block)) return isIndented || listMarker.test(line);
  return /^(?: {4}|\t)/.test(block) && /^(?: {4}|\t)/.test(line);
}

/** The marker of the code fence that is open after this line, or null. */
function fenceAfter(fence: string | null, line: string, inList: boolean): string | null {
  if (fence === null) return (inList ? nestedFence : fenceStart).exec(line)?.[1] ?? null;
  const closing = line.trim();
  const isClosed = closing.length >= fence.length && [...closing].every((character) => character === fence[0]);
  return isClosed ? null : fence;
}
