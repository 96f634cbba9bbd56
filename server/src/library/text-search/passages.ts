/** A piece of a document, word for word, with the heading it stands under. */
export type Passage = { readonly heading: string; readonly content: string };

/**
 * The length of a passage, about a paragraph or a short list: long enough to answer, short enough to be read as a
 * quotation.
 */
const passageMaxLength = 900;
/** The length of code in a passage, beside its fence. */
const codeMaxLength = passageMaxLength - 20;
/** A longer header would leave no room for the rows. */
const headerMaxLength = 300;

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
    const [, marks, title] = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (marks === undefined || title === undefined) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    trail.length = Math.min(trail.length, marks.length - 1);
    while (trail.length < marks.length - 1) trail.push('');
    trail.push(title);
    const below = trail.slice(1).filter((part) => part !== '');
    sections.push({ heading: below.length > 0 ? below.join(' › ') : title, lines: [] });
  }
  return sections
    .map(({ heading, lines }) => ({ heading, content: lines.join('\n').trim() }))
    .filter(({ content }) => content !== '');
}

/** A text without headings as the contents of passages. */
export function cutContent(content: string): string[] {
  const packed: string[] = [];
  for (const block of content.split(/\n\s*\n/).flatMap(cutLong)) {
    const last = packed.at(-1);
    if (last !== undefined && last.length + block.length + 2 <= passageMaxLength)
      packed[packed.length - 1] = `${last}\n\n${block}`;
    else packed.push(block);
  }
  return packed;
}

/**
 * Rows of a table as the contents of passages, each of which begins with the header: a row alone does not say what it
 * is about.
 */
export function cutRows(header: string, rows: readonly string[]): string[] {
  if (rows.length === 0) return cutContent(header);
  const headline = header.length <= headerMaxLength ? header : '';
  const pieces: string[] = [];
  let piece = '';
  for (const row of headline === header ? rows : [header, ...rows]) {
    if (piece !== '' && headline.length + piece.length + row.length + 2 > passageMaxLength) {
      pieces.push(piece);
      piece = '';
    }
    piece = piece === '' ? row : `${piece}\n${row}`;
  }
  pieces.push(piece);
  return pieces.flatMap((text) => cutContent(text)).map((text) => (headline === '' ? text : `${headline}\n${text}`));
}

/** Code as the contents of passages: whole lines as they are indented, each piece in a fence (CommonMark, 4.5). */
export function cutCode(code: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const line of code.split(/\r\n?|\n/)) {
    for (const part of line.length > codeMaxLength ? cutHard(line, codeMaxLength) : [line]) {
      if (piece !== '' && piece.length + part.length >= codeMaxLength) {
        pieces.push(piece);
        piece = '';
      }
      piece = piece === '' ? part : `${piece}\n${part}`;
    }
  }
  return [...pieces, piece].filter((text) => text.trim() !== '').map(fenced);
}

/** Puts code into a fence that is longer than any in it. */
function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code.trimEnd()}\n${fence}`;
}

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' });

function cutLong(block: string): string[] {
  if (block.length <= passageMaxLength) return [block];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of sentences.segment(block)) {
    for (const part of segment.length > passageMaxLength ? cutHard(segment) : [segment]) {
      if (piece.length + part.length > passageMaxLength) {
        pieces.push(piece);
        piece = '';
      }
      piece += part;
    }
  }
  return [...pieces, piece].map((text) => text.trim()).filter((text) => text !== '');
}

/** A sentence that alone is too long is cut anywhere, but never inside a surrogate pair. */
function cutHard(sentence: string, maxLength = passageMaxLength): string[] {
  const parts: string[] = [];
  for (let at = 0; at < sentence.length;) {
    const end = at + maxLength;
    const whole = /[\uD800-\uDBFF]/.test(sentence[end - 1] ?? '') ? end - 1 : end;
    parts.push(sentence.slice(at, whole));
    at = whole;
  }
  return parts;
}
