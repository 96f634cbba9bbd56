import type { Section } from './document.ts';
import { Flow, saysSomething } from './flow.ts';
import { listNumber } from './list-number.ts';
import { openOdf } from './odf-document.ts';
import { rowsOfOdfTable } from './odf-table.ts';
import { OdfTextReader, isSilent } from './odf-text.ts';
import { type XmlElement, descendantsOf, elementsOf } from './xml.ts';

/** Reads an OpenDocument text as a Word document is read; what tracked changes have deleted is left out. */
export function readOdt(bytes: Uint8Array): Section[] {
  const document = openOdf(bytes);
  const reader = new OdtReader(document.roots, new OdfTextReader(document));
  return reader.read(document.body);
}

type Mark = { readonly kind: string; readonly prefix: string; readonly suffix: string; readonly start: number };
type ListStyles = ReadonlyMap<string, ReadonlyMap<number, Mark>>;

class OdtReader {
  readonly #flow = new Flow();
  readonly #text: OdfTextReader;
  readonly #roots: readonly XmlElement[];
  readonly #listStyles: ListStyles;
  /** The styles of paragraphs that are the title of the document. */
  readonly #titles: ReadonlySet<string>;
  /** The numbers that lists of each style came to, for those that go on. */
  readonly #counts = new Map<string, number>();

  constructor(roots: readonly XmlElement[], text: OdfTextReader) {
    this.#roots = roots;
    this.#text = text;
    this.#titles = titlesOf(roots);
    this.#listStyles = new Map(
      roots
        .flatMap((root) => descendantsOf(root, 'list-style'))
        .map((style) => [style.attributes['name'] ?? '', new Map(elementsOf(style).map(markOf))]),
    );
  }

  read(body: XmlElement): Section[] {
    for (const line of this.#linesOnce(/^header/)) this.#flow.paragraph(line);
    this.#blocks(body);
    this.#flow.leaveHeadings();
    for (const line of this.#linesOnce(/^footer/)) this.#flow.paragraph(line);
    return this.#flow.sections();
  }

  /** Returns the lines above or below the pages, each once; a page number alone says nothing. */
  #linesOnce(name: RegExp): string[] {
    const pages = this.#roots.flatMap((root) => descendantsOf(root, 'master-page')).flatMap(elementsOf);
    const lines = pages.filter((part) => name.test(part.name)).flatMap((part) => this.#text.linesOf(part));
    return [...new Set([...lines, ...this.#text.linesBeside()].filter(saysSomething))];
  }

  #blocks(element: XmlElement): void {
    for (const child of elementsOf(element)) this.#block(child);
  }

  #block(element: XmlElement): void {
    if (isSilent(element)) return;
    switch (element.name) {
      case 'h':
        this.#flow.heading(
          Math.min(10, Number(element.attributes['outline-level'] ?? 1) || 1),
          this.#text.textOf(element),
        );
        return this.#writeAsides();
      case 'p':
        if (this.#titles.has(element.attributes['style-name'] ?? '')) this.#flow.heading(1, this.#text.textOf(element));
        else this.#flow.paragraph(this.#text.textOf(element));
        return this.#writeAsides();
      case 'list':
        return this.#list(element, 1, '');
      case 'table':
        return this.#table(element);
      case 'frame': {
        // A frame that hangs on its page is a paragraph of its own.
        this.#flow.paragraph(this.#text.textOf({ name: 'p', attributes: {}, children: [element] }));
        return this.#writeAsides();
      }
      default:
        return this.#blocks(element);
    }
  }

  #writeAsides(): void {
    for (const aside of this.#text.takeAsides()) {
      if (aside.kind === 'line') this.#flow.paragraph(aside.line);
      else this.#blocks(aside.box);
    }
  }

  #list(list: XmlElement, level: number, inherited: string): void {
    const style = list.attributes['style-name'] ?? inherited;
    const mark = this.#listStyles.get(style)?.get(level);
    const key = `${style} ${level}`;
    const goesOn = list.attributes['continue-numbering'] === 'true' || 'continue-list' in list.attributes;
    let number = (goesOn ? this.#counts.get(key) : undefined) ?? (mark?.start ?? 1) - 1;
    for (const item of elementsOf(list)) {
      let isFirst = item.name === 'list-item';
      for (const child of elementsOf(item)) {
        if (child.name === 'list') this.#list(child, level + 1, style);
        else if (isFirst && child.name === 'p') {
          number = item.attributes['start-value'] === undefined ? number + 1 : Number(item.attributes['start-value']);
          this.#flow.item(signOf(mark, number), this.#text.textOf(child));
          this.#writeAsides();
          isFirst = false;
        } else this.#block(child);
      }
    }
    this.#counts.set(key, number);
  }

  /** Writes a table; what has one column only arranges its page. */
  #table(table: XmlElement): void {
    const rows = rowsOfOdfTable(table, (cell) => this.#text.linesOf(cell).join('\n'));
    if (rows.every(({ length }) => length <= 1)) for (const [text = ''] of rows) this.#flow.paragraph(text);
    else this.#flow.table(rows);
    this.#writeAsides();
  }
}

/** Returns the names of the style of titles and of those that a program made of it. */
function titlesOf(roots: readonly XmlElement[]): Set<string> {
  const styles = roots.flatMap((root) => descendantsOf(root, 'style'));
  const made = styles.filter(({ attributes }) => attributes['parent-style-name'] === 'Title');
  return new Set(['Title', ...made.map(({ attributes }) => attributes['name'] ?? '')]);
}

/** Reads a level of a list style (OpenDocument 1.3, part 3, 16.32). */
function markOf(level: XmlElement): [number, Mark] {
  const { attributes } = level;
  const isNumber = level.name === 'list-level-style-number' && (attributes['num-format'] ?? '') !== '';
  return [
    Number(attributes['level'] ?? 1),
    {
      kind: isNumber ? (attributes['num-format'] ?? '1') : '',
      prefix: attributes['num-prefix'] ?? '',
      suffix: attributes['num-suffix'] ?? '',
      start: Number(attributes['start-value'] ?? 1) || 1,
    },
  ];
}

const kinds: Readonly<Record<string, string>> = {
  A: 'upperLetter',
  a: 'lowerLetter',
  I: 'upperRoman',
  i: 'lowerRoman',
};

const signOf = (mark: Mark | undefined, number: number): string =>
  mark === undefined || mark.kind === ''
    ? '-'
    : `${mark.prefix}${listNumber(number, kinds[mark.kind] ?? 'decimal')}${mark.suffix}`;
