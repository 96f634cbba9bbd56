import { type Parts, readParts } from './archive.ts';
import type { Section } from './document.ts';
import { numberingFrom } from './docx-numbering.ts';
import { type Styles, stylesOf } from './docx-styles.ts';
import { RunReader } from './docx-text.ts';
import { Flow, leftOut, saysSomething } from './flow.ts';
import { mainPartOf, partOf, relatedParts } from './relations.ts';
import { type XmlElement, childOf, elementsOf } from './xml.ts';

/** Parts of which nothing is read. */
const unread = /\/(?:theme|fonttable|websettings|glossary)\b|^customxml\//;

/**
 * Reads the text of a document under its headings: tables as tables, notes and comments below the paragraph that names
 * them, headers at the beginning and footers at the end, once. Pictures, fonts and embedded files are never unpacked.
 */
export function readDocx(bytes: Uint8Array): Section[] {
  const parts = readParts(bytes, (name) => /\.(xml|rels)$/.test(name) && !unread.test(name));
  const main = mainPartOf(parts, 'word/document.xml');
  const reader = new DocumentReader(parts, main);
  const root = partOf(parts, main);
  return root === null ? [] : reader.read(root);
}

type Rows = string[][];

class DocumentReader {
  readonly #flow = new Flow();
  readonly #styles: Styles;
  readonly #number: ReturnType<typeof numberingFrom>;
  readonly #runs: RunReader;
  readonly #notes: ReadonlyMap<string, XmlElement>;
  readonly #marks = new Map<string, string>();
  #marked = 0;
  readonly #frames: { readonly headers: string[]; readonly footers: string[] };
  /** The text of paragraphs whose end was deleted. */
  #joined = '';

  constructor(parts: Parts, main: string) {
    const related = (type: string) => relatedParts(parts, main, type);
    this.#styles = stylesOf(related('styles'));
    this.#number = numberingFrom(related('numbering'));
    this.#notes = new Map(
      ['footnotes', 'endnotes', 'comments'].flatMap((type) =>
        related(type)
          .flatMap(elementsOf)
          .map((note) => [`${note.name} ${note.attributes['id'] ?? ''}`, note] as const),
      ),
    );
    this.#runs = new RunReader(parts, main, (reference) => this.#markOf(reference));
    this.#frames = {
      headers: this.#linesOnce(related('header')),
      footers: this.#linesOnce(related('footer')),
    };
  }

  read(root: XmlElement): Section[] {
    for (const line of this.#frames.headers) this.#flow.paragraph(line);
    for (const element of elementsOf(root)) this.#block(element);
    this.#endJoined();
    this.#flow.leaveHeadings();
    for (const line of this.#frames.footers) this.#flow.paragraph(line);
    return this.#flow.sections();
  }

  /** Returns the paragraphs of headers or footers, each once; a page number alone says nothing. */
  #linesOnce(roots: readonly XmlElement[]): string[] {
    const lines = roots.flatMap((root) => [...this.#linesOf(root), ...this.#linesBeside()]);
    return [...new Set(lines.filter(saysSomething))];
  }

  #block(element: XmlElement): void {
    switch (element.name) {
      case 'p':
        return this.#paragraph(element);
      case 'tbl':
        return this.#table(element);
      case 'altChunk':
        return this.#flow.note('embedded document');
      case 'del':
      case 'moveFrom':
      case 'sectPr':
        return;
      default:
        for (const child of elementsOf(element)) this.#block(child);
    }
  }

  #paragraph(paragraph: XmlElement): void {
    const properties = childOf(paragraph, 'pPr');
    const text = this.#joined + this.#runs.textOf(paragraph);
    this.#runs.endParagraph();
    if (childOf(childOf(properties, 'rPr'), 'del') !== undefined) {
      this.#joined = text;
      return;
    }
    this.#joined = '';
    const mark = text.trim() === '' ? null : this.#number(this.#styles.numberingOf(properties));
    const level = this.#styles.headingLevelOf(properties);
    if (level !== null) this.#flow.heading(level, mark === null || mark === '-' ? text : `${mark} ${text}`);
    else if (mark === null) this.#flow.paragraph(text);
    else this.#flow.item(mark, text);
    this.#writeAsides();
  }

  #endJoined(): void {
    if (this.#joined !== '') this.#flow.paragraph(this.#joined);
    this.#joined = '';
    this.#writeAsides();
  }

  #writeAsides(): void {
    for (const aside of this.#runs.takeAsides()) {
      if (aside.kind === 'line') this.#flow.paragraph(aside.line);
      else for (const child of elementsOf(aside.box)) this.#block(child);
    }
  }

  /** Returns the lines of boxes and notes that stood beside what was read last. */
  #linesBeside(): string[] {
    return this.#runs.takeAsides().flatMap((aside) => {
      if (aside.kind === 'line') return [aside.line];
      return [...this.#linesOf(aside.box), ...this.#linesBeside()];
    });
  }

  /** Writes a table; what has one column only arranges its page. */
  #table(table: XmlElement): void {
    const rows = rowsOf(table);
    if (rows.every((row) => cellsOf(row).length <= 1))
      for (const cell of rows.flatMap(cellsOf)) for (const child of elementsOf(cell)) this.#block(child);
    else {
      this.#flow.table(this.#rowTexts(rows));
      this.#writeAsides();
    }
  }

  /** Returns the texts of cells. A cell that is merged over rows stands in each of them. */
  #rowTexts(rows: readonly XmlElement[]): Rows {
    let above: string[] = [];
    return rows.map((row) => {
      const texts = blanks(valueIn(row, 'trPr', 'gridBefore'));
      for (const cell of cellsOf(row)) {
        const properties = childOf(cell, 'tcPr');
        const merge = childOf(properties, 'vMerge');
        const isContinued = merge !== undefined && merge.attributes['val'] !== 'restart';
        const text = this.#linesOf(cell).join('\n');
        texts.push(isContinued && text === '' ? (above[texts.length] ?? '') : text);
        texts.push(...blanks(valueIn(cell, 'tcPr', 'gridSpan') - 1));
      }
      above = texts;
      return texts;
    });
  }

  /** Returns the lines of a cell, a note or a header; the rows of a table in it are lines. */
  #linesOf(element: XmlElement): string[] {
    return elementsOf(element).flatMap((child) => {
      if (child.name === 'tbl')
        return this.#rowTexts(rowsOf(child)).map((row) => row.filter((text) => text !== '').join(', '));
      if (child.name !== 'p') return silentBlocks.has(child.name) ? [] : this.#linesOf(child);
      const text = this.#runs.textOf(child).trim();
      this.#runs.endParagraph();
      const mark = text === '' ? null : this.#number(this.#styles.numberingOf(childOf(child, 'pPr')));
      return text === '' ? [] : [mark === null ? text : `${mark} ${text}`];
    });
  }

  /** Returns the mark of a note, and puts its text below the paragraph. A comment has no mark. */
  #markOf({ name, attributes }: XmlElement): string {
    const key = `${name.replace('Reference', '')} ${attributes['id'] ?? ''}`;
    const note = this.#notes.get(key);
    if (note === undefined || this.#marks.has(key)) return this.#marks.get(key) ?? '';
    const isComment = note.name === 'comment';
    if (!isComment) this.#marked += 1;
    const mark = isComment ? '' : `[^${this.#marked}]`;
    this.#marks.set(key, mark);
    const text = this.#linesOf(note).join('\n');
    const author = note.attributes['author'] ?? '';
    const line = isComment
      ? leftOut(author.trim() === '' ? 'comment' : `comment by ${author}`, text)
      : `${mark}: ${text}`;
    if (text !== '') this.#runs.addAside({ kind: 'line', line });
    return mark;
  }
}

const silentBlocks: ReadonlySet<string> = new Set(['tcPr', 'del', 'moveFrom', 'sectPr', 'sdtPr', 'altChunk']);
/** The most columns that a table has in Word. */
const columnsAtMost = 63;

/** Returns the rows of a table that were not deleted, also those in content controls. */
const rowsOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => {
    if (child.name === 'tr') return childOf(childOf(child, 'trPr'), 'del') === undefined ? [child] : [];
    return wrappers.has(child.name) ? rowsOf(child) : [];
  });

const cellsOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) =>
    child.name === 'tc' ? [child] : wrappers.has(child.name) ? cellsOf(child) : [],
  );

const wrappers: ReadonlySet<string> = new Set(['sdt', 'sdtContent', 'customXml', 'ins', 'moveTo', 'smartTag']);

const valueIn = (element: XmlElement, properties: string, name: string): number =>
  Number(childOf(childOf(element, properties), name)?.attributes['val'] ?? 0);

const blanks = (count: number): string[] =>
  Array.from({ length: Math.min(columnsAtMost, Math.max(0, count || 0)) }, () => '');
