import { cutBySubstance, substanceOf } from './substance.ts';

/** A piece of a document, word for word, with the heading it stands under. */
export type Passage = { readonly heading: string; readonly content: string };

/**
 * The substance of a passage, in Latin letters, about a paragraph or a short list: long enough to answer, short enough
 * to be read as a quotation. Weighted by script, it says about as much in each.
 */
const passageAtMost = 900;
/** The substance of code in a passage, beside its fence. */
const codeAtMost = passageAtMost - 20;
/** A longer header would leave no room for the rows. */
const headerAtMost = 300;
/** A longer “heading” is a paragraph, and every passage below would repeat it. */
const headingAtMost = 300;

/**
 * Cuts a Markdown document into passages: at headings first, then between blocks, and inside a block only if it exceeds
 * the length of a passage. From the second level on, a heading includes those above it.
 */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  for (const section of sectionsOf(markdown)) {
    for (const content of cutContent(section.content)) passages.push({ heading: section.heading, content });
  }
  return passages;
}

function sectionsOf(markdown: string): Passage[] {
  const sections: { heading: string; lines: string[] }[] = [{ heading: '', lines: [] }];
  const trail: string[] = [];
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    const heading = headingIn(line);
    if (heading === null) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    const { level, title } = heading;
    trail.length = Math.min(trail.length, level - 1);
    while (trail.length < level - 1) trail.push('');
    trail.push(title);
    const below = trail.slice(1).filter((part) => part !== '');
    sections.push({ heading: below.length > 0 ? below.join(' › ') : title, lines: [] });
  }
  return sections
    .map(({ heading, lines }) => ({ heading, content: lines.join('\n').trim() }))
    .filter(({ content }) => content !== '');
}

/** Reads a line that is a heading (CommonMark, 4.2), step by step: one pattern for all is slow on hostile lines. */
function headingIn(line: string): { level: number; title: string } | null {
  const marks = /^#{1,6}(?=\s)/.exec(line)?.[0];
  if (marks === undefined || substanceOf(line) > headingAtMost) return null;
  const title = line.slice(marks.length).trim().replace(/#+$/, '').trimEnd();
  return { level: marks.length, title };
}

/** A text without headings as the contents of passages. */
export function cutContent(content: string, atMost = passageAtMost): string[] {
  const packed: string[] = [];
  let held = 0;
  for (const block of content.split(/\n\s*\n/).flatMap((text) => cutLong(text, atMost))) {
    const substance = substanceOf(block);
    const isFull = packed.length === 0 || held + substance + 2 > atMost;
    if (isFull) packed.push(block);
    else packed[packed.length - 1] = `${packed.at(-1)}\n\n${block}`;
    held = isFull ? substance : held + substance + 2;
  }
  return packed;
}

/**
 * Rows of a table as the contents of passages, each of which begins with the header: a row alone does not say what it
 * is about.
 */
export function cutRows(header: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return cutContent(header);
  const headline = substanceOf(header) <= headerAtMost ? header : '';
  const atMost = passageAtMost - (headline === '' ? 0 : substanceOf(headline) + 1);
  return packLines(headline === header ? rows : [header, ...rows], atMost)
    .flatMap((text) => cutContent(text, atMost))
    .map((text) => (headline === '' ? text : `${headline}\n${text}`));
}

/** Joins lines to pieces of at most this substance; a line that exceeds it stands alone. */
function packLines(lines: Iterable<string>, atMost: number): string[] {
  const pieces: string[] = [];
  let piece: string[] = [];
  let held = 0;
  for (const line of lines) {
    const substance = substanceOf(line);
    if (piece.length > 0 && held + substance + 1 > atMost) {
      pieces.push(piece.join('\n'));
      piece = [];
      held = 0;
    }
    piece.push(line);
    held += substance + 1;
  }
  return [...pieces, piece.join('\n')];
}

/** Code as the contents of passages: whole lines as they are indented, each piece in a fence (CommonMark, 4.5). */
export function cutCode(code: string): string[] {
  const lines = code.split(/\r\n?|\n/).flatMap((line) => (line === '' ? [line] : cutBySubstance(line, codeAtMost)));
  return packLines(lines, codeAtMost)
    .filter((text) => text.trim() !== '')
    .map(fenced);
}

/** Puts code into a fence that is longer than any in it. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code.trimEnd()}\n${fence}`;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function cutLong(block: string, atMost: number): string[] {
  if (substanceOf(block) <= atMost) return [block];
  const pieces: string[] = [];
  let from = 0;
  let held = 0;
  for (const { segment, index } of sentences.segment(block)) {
    const substance = substanceOf(segment);
    if (held + substance > atMost && index > from) {
      pieces.push(block.slice(from, index));
      from = index;
      held = 0;
    }
    held += substance;
    if (held <= atMost) continue;
    // A sentence that alone is too long is cut anywhere; what follows goes with its end.
    const parts = cutBySubstance(segment, atMost);
    const last = parts.pop() ?? '';
    pieces.push(...parts);
    from = index + segment.length - last.length;
    held = substanceOf(last);
  }
  return [...pieces, block.slice(from)].map((text) => text.trim()).filter((text) => text !== '');
}
