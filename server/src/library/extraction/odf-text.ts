import { leftOut } from './flow.ts';
import { type OdfDocument, wordsOf } from './odf-document.ts';
import { rowsOfOdfTable } from './odf-table.ts';
import { type XmlElement, childOf, elementsOf, textOf } from './xml.ts';

/** The most spaces that one element stands for. */
const spacesAtMost = 100;

/** What stands beside a paragraph: the blocks of a text box, or a line of a note or comment. */
export type OdfAside =
  | { readonly kind: 'box'; readonly box: XmlElement }
  | { readonly kind: 'line'; readonly line: string };

/** Names of elements in which nothing is read: what was deleted, how signs are pronounced, declarations. */
const silent: ReadonlySet<string> = new Set(
  (
    'tracked-changes change change-start change-end ruby-text annotation-end binary-data script title desc ' +
    'event-listeners forms sequence-decls variable-decls user-field-decls'
  ).split(' '),
);
export const isSilent = ({ name }: XmlElement): boolean => silent.has(name);
/** Shapes that may have text. */
const shapes: ReadonlySet<string> = new Set(
  'custom-shape rect ellipse circle line polyline polygon regular-polygon path connector caption'.split(' '),
);

/** Reads the text of paragraphs (OpenDocument 1.3, part 3, 6); what stands beside it is collected. */
export class OdfTextReader {
  readonly #document: OdfDocument;
  #asides: OdfAside[] = [];
  #marked = 0;

  constructor(document: OdfDocument) {
    this.#document = document;
  }

  /** Returns what stood beside the text since it was asked last. */
  takeAsides(): OdfAside[] {
    const asides = this.#asides;
    this.#asides = [];
    return asides;
  }

  /** Returns the lines of what stood beside the text since it was asked last. */
  linesBeside(betweenCells = ', '): string[] {
    return this.takeAsides().flatMap((aside) =>
      aside.kind === 'line'
        ? [aside.line]
        : [...this.linesOf(aside.box, betweenCells), ...this.linesBeside(betweenCells)],
    );
  }

  textOf(element: XmlElement): string {
    return element.children
      .map((child) => (typeof child === 'string' ? child.replace(/\s+/g, ' ') : this.#read(child)))
      .join('');
  }

  #read(element: XmlElement): string {
    const { name, attributes } = element;
    if (isSilent(element)) return '';
    switch (name) {
      case 's':
        return ' '.repeat(Math.min(spacesAtMost, Math.max(1, Number(attributes['c'] ?? 1) || 1)));
      case 'tab':
        return '\t';
      case 'line-break':
        return '\n';
      case 'note':
        return this.#note(element);
      case 'annotation':
        this.#asides.push({ kind: 'line', line: this.commentOf(element) });
        return '';
      case 'frame':
        return this.#frame(element);
      default:
        if (!shapes.has(name)) return this.textOf(element);
        this.#asides.push({ kind: 'box', box: element });
        return '';
    }
  }

  /** Returns a comment in brackets; `place` says what it is on. */
  commentOf(annotation: XmlElement, place = ''): string {
    const creator = childOf(annotation, 'creator');
    const author = creator === undefined ? '' : textOf(creator).trim();
    return leftOut(`comment${place}${author === '' ? '' : ` by ${author}`}`, this.linesOf(annotation).join(' '));
  }

  /** Returns the paragraphs below an element as lines; rows of tables are lines of cells. */
  linesOf(element: XmlElement, betweenCells = ', '): string[] {
    return elementsOf(element).flatMap((child) => {
      if (isSilent(child) || child.name === 'annotation') return [];
      if (child.name === 'table')
        return rowsOfOdfTable(child, (cell) => this.linesOf(cell).join(' ')).map((row) =>
          row.filter((text) => text !== '').join(betweenCells),
        );
      if (child.name !== 'p' && child.name !== 'h') return this.linesOf(child, betweenCells);
      const text = this.textOf(child).trim();
      return text === '' ? [] : [text];
    });
  }

  #note(element: XmlElement): string {
    this.#marked += 1;
    const mark = `[^${this.#marked}]`;
    const body = childOf(element, 'note-body');
    const text = body === undefined ? '' : this.linesOf(body).join('\n');
    if (text !== '') this.#asides.push({ kind: 'line', line: `${mark}: ${text}` });
    return mark;
  }

  #frame(frame: XmlElement): string {
    const box = childOf(frame, 'text-box') ?? childOf(frame, 'table');
    if (box !== undefined) {
      this.#asides.push({ kind: 'box', box: box.name === 'table' ? frame : box });
      return '';
    }
    if (childOf(frame, 'object') !== undefined || childOf(frame, 'object-ole') !== undefined)
      return ` ${this.#document.objectText(frame)} `;
    return childOf(frame, 'image') === undefined ? this.textOf(frame) : ` ${leftOut('picture', wordsOf(frame))} `;
  }
}
