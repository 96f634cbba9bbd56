import { parseHTML } from 'linkedom';
import { type Section, createTextBudget } from './document.ts';
import { decodeText } from './text-encoding.ts';

/** What is not read by people. */
const leftOut =
  'script, style, noscript, template, iframe, object, embed, svg, canvas, audio, video, head, [hidden], [aria-hidden="true"]';
/** What begins on a line of its own. */
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
/** Elements inside elements: what is deeper was made to break a reader. */
const depthAtMost = 500;

export const readHtml = (bytes: Uint8Array): Section[] => sectionsOfHtml(decodeText(bytes));

/** A piece of a page becomes a whole one: linkedom has nothing to begin with otherwise. */
export const documentOf = (html: string) =>
  parseHTML(/<(html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`).document;

/** The text of a page under its headings, without what runs, hides or decorates. */
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
  if (name === 'LI') writer.mark('- ');
  if (name === 'TD' || name === 'TH') writer.gap(' | ');
  for (const child of node.childNodes) write(child, writer, depth + 1);
  if (blocks.has(name)) writer.gap('\n\n');
}

type HtmlSection = { readonly heading: string; readonly pieces: string[] };

class SectionWriter {
  /** In pieces: to look at the end of a long text that has just grown copies all of it, each time. */
  readonly #sections: HtmlSection[] = [{ heading: '', pieces: [] }];
  readonly #trail: string[] = [];
  readonly #budget = createTextBudget();
  #gap = '';

  heading(level: number, title: string): void {
    const text = this.#budget(title.replace(/\s+/g, ' ').trim());
    if (text === '') return;
    this.#trail.length = Math.min(this.#trail.length, level - 1);
    while (this.#trail.length < level - 1) this.#trail.push('');
    this.#trail.push(text);
    const below = this.#trail.slice(1).filter((part) => part !== '');
    this.#sections.push({ heading: below.length > 0 ? below.join(' › ') : text, pieces: [] });
    this.#gap = '';
  }

  /** A break before the next text, the widest that was asked for. */
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
