import { parseHTML } from 'linkedom';
import { type Section, createTextBudget } from './document.ts';
import { HeadingTrail } from './heading-trail.ts';
import { decodeText } from './text-encoding.ts';

/** Elements that people do not read. */
const leftOut =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, head, [hidden], [aria-hidden="true"]';
/** Elements that begin on a new line. */
const blocks = new Set([
  'ADDRESS',
  'ARTICLE',
  'ASIDE',
  'BLOCKQUOTE',
  'DD',
  'DETAILS',
  'DIV',
  'DL',
  'DT',
  'FIGCAPTION',
  'FIGURE',
  'FOOTER',
  'FORM',
  'HEADER',
  'HR',
  'MAIN',
  'NAV',
  'OL',
  'P',
  'PRE',
  'SECTION',
  'TABLE',
  'UL',
]);
const lines = new Set(['BR', 'LI', 'TR', 'OPTION']);
/** The maximal nesting of elements: anything deeper was made to break a reader. */
const depthAtMost = 500;

export const readHtml = (bytes: Uint8Array): Section[] => sectionsOfHtml(decodeText(bytes));

/** Parses HTML; a fragment is wrapped, since linkedom needs a root. */
export const documentOf = (html: string) =>
  parseHTML(/<(html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`).document;

/** Returns the text of a page under its headings, without scripts, hidden parts and decoration. */
export function sectionsOfHtml(html: string): Section[] {
  const document = documentOf(html);
  for (const element of document.querySelectorAll(leftOut)) element.remove();
  const writer = new SectionWriter();
  write(document.documentElement, writer, 0);
  return writer.sections();
}

type NodeOfPage = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<NodeOfPage>;
};
const isElement = (node: NodeOfPage) => node.nodeType === 1;
const isText = (node: NodeOfPage) => node.nodeType === 3;

function write(node: NodeOfPage, writer: SectionWriter, depth: number): void {
  if (isText(node)) return writer.text(node.textContent ?? '');
  if (!isElement(node) || depth > depthAtMost) return;
  const name = node.nodeName.toUpperCase();
  const level = /^H([1-6])$/.exec(name)?.[1];
  if (level !== undefined) return writer.heading(Number(level), node.textContent ?? '');
  if (blocks.has(name)) writer.gap('\n\n');
  if (lines.has(name)) writer.gap('\n');
  const cells = name === 'TR' ? dataCellsOf(node) : null;
  if (cells !== null) return writer.text(cells.join(' | '));
  if (name === 'LI') writer.mark('- ');
  if (name === 'TD' || name === 'TH') writer.gap(' | ');
  for (const child of node.childNodes) write(child, writer, depth + 1);
  if (blocks.has(name)) writer.gap('\n\n');
}

/** The length above which a cell arranges a page instead of holding a value. */
const valueMaxLength = 300;
/** Elements that a cell of data does not hold. */
const structure = new Set(['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'LI', 'TABLE']);

/** Returns the values of a row, whose blocks are no paragraphs of the page; null for a row that arranges a page. */
function dataCellsOf(row: NodeOfPage): string[] | null {
  const cells = [...row.childNodes].filter(({ nodeName }) => /^t[dh]$/i.test(nodeName));
  if (cells.length < 2) return null;
  const values: string[] = [];
  for (const cell of cells) {
    const value = valueOf(cell, 0);
    if (value === null || value.length > valueMaxLength) return null;
    values.push(value.replace(/\s+/g, ' ').trim());
  }
  return values;
}

/** Returns the text of a cell in a line; null if it is more than a value. */
function valueOf(node: NodeOfPage, depth: number): string | null {
  if (isText(node)) return node.textContent ?? '';
  if (!isElement(node)) return '';
  const name = node.nodeName.toUpperCase();
  if (structure.has(name) || depth > depthAtMost) return null;
  let text = blocks.has(name) || lines.has(name) ? ' ' : '';
  for (const child of node.childNodes) {
    const inner = valueOf(child, depth + 1);
    if (inner === null) return null;
    text += inner;
    if (text.length > valueMaxLength * 4) return null;
  }
  return blocks.has(name) ? `${text} ` : text;
}

type HtmlSection = { readonly heading: string; readonly pieces: string[] };

class SectionWriter {
  /** Kept in pieces: looking at the end of a long string that has just grown copies all of it each time. */
  readonly #sections: HtmlSection[] = [{ heading: '', pieces: [] }];
  readonly #trail = new HeadingTrail();
  readonly #budget = createTextBudget();
  #gap = '';

  heading(level: number, title: string): void {
    const text = this.#budget(title.replace(/\s+/g, ' ').trim());
    if (text === '') return;
    this.#sections.push({ heading: this.#trail.enter(level, text), pieces: [] });
    this.#gap = '';
  }

  /** Requests a break before the next text; the widest one counts. */
  gap(gap: string): void {
    if (widthOf(gap) > widthOf(this.#gap)) this.#gap = gap;
  }

  mark(text: string): void {
    this.#append(text);
  }

  text(text: string): void {
    const folded = text.replace(/\s+/g, ' ');
    if (folded.trim() === '') return this.gap(' ');
    if (folded.startsWith(' ')) this.gap(' ');
    this.#append(this.#budget(folded.trim()));
    if (folded.endsWith(' ')) this.gap(' ');
  }

  sections(): Section[] {
    return this.#sections
      .filter(({ pieces }) => pieces.length > 0)
      .map(({ heading, pieces }) => ({ heading, page: null, content: pieces.join('') }));
  }

  #append(text: string): void {
    const section = this.#sections.at(-1);
    if (section === undefined) return;
    const last = section.pieces.at(-1);
    const begins = last === undefined || last.endsWith('- ');
    section.pieces.push(begins ? text : `${this.#gap}${text}`);
    this.#gap = '';
  }
}

const widths = ['', ' ', ' | ', '\n', '\n\n'];
const widthOf = (gap: string) => widths.indexOf(gap);
