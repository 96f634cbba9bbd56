import { type Section, createTextBudget } from './document.ts';
import { HeadingTrail } from './heading-trail.ts';
import { sectionsOfTable } from './table.ts';

/** Writes what a text document has, in order, as sections under its headings. */
export class Flow {
  readonly #budget = createTextBudget();
  readonly #trail = new HeadingTrail();
  readonly #sections: Section[] = [];
  #heading = '';
  /** The heading under which nothing stands yet. */
  #bare: { readonly level: number; readonly title: string } | null = null;
  #pieces: string[] = [];
  #isAfterItem = false;
  #hasText = false;

  /** Begins a section. `level` counts from 1. */
  heading(level: number, title: string): void {
    const text = this.#budget(title.replace(/\s+/g, ' ').trim());
    if (text === '') return;
    this.#end();
    this.#keepBare(level);
    this.#heading = this.#trail.enter(level, text);
    this.#bare = { level, title: text };
    this.#hasText = true;
  }

  /** Begins a section that stands under no heading. */
  leaveHeadings(): void {
    this.#end();
    this.#keepBare(0);
    this.#heading = '';
  }

  paragraph(text: string): void {
    this.#write(text, '\n\n', false);
  }

  /** Writes a paragraph of a list, behind its number or sign. */
  item(mark: string, text: string): void {
    if (text.trim() !== '') this.#write(`${mark} ${text.trim()}`, this.#isAfterItem ? '\n' : '\n\n', true);
  }

  /** Says in brackets what stands here and is left out, or is said beside the text. */
  note(text: string): void {
    if (text.trim() !== '') this.#append(this.#budget(bracketed(text)), '\n\n', false);
  }

  table(rows: readonly (readonly string[])[]): void {
    if (!rows.some((row) => row.some((cell) => cell.trim() !== ''))) return;
    for (const row of rows) for (const cell of row) this.#budget(`${cell} `);
    this.#hasText = true;
    this.#bare = null;
    this.#end();
    this.#sections.push(...sectionsOfTable(this.#heading, rows));
  }

  /** Returns the sections; none if there is no text but what was left out. */
  sections(): Section[] {
    this.#end();
    this.#keepBare(0);
    return this.#hasText ? this.#sections : [];
  }

  #write(text: string, gap: string, isItem: boolean): void {
    const clean = this.#budget(tidied(text));
    if (clean === '') return;
    if (withoutNotes(clean) !== '') this.#hasText = true;
    this.#append(clean, gap, isItem);
  }

  /** Writes a heading under which nothing stands, unless those below it name it. */
  #keepBare(nextLevel: number): void {
    if (this.#bare !== null && (this.#bare.level === 1 || nextLevel <= this.#bare.level))
      this.#sections.push({ heading: this.#heading, page: null, content: this.#bare.title });
    this.#bare = null;
  }

  #append(text: string, gap: string, isItem: boolean): void {
    this.#bare = null;
    this.#pieces.push(this.#pieces.length === 0 ? text : `${gap}${text}`);
    this.#isAfterItem = isItem;
  }

  #end(): void {
    if (this.#pieces.length > 0)
      this.#sections.push({ heading: this.#heading, page: null, content: this.#pieces.join('') });
    this.#pieces = [];
    this.#isAfterItem = false;
  }
}

/** What was left out, as a model reads it. */
export const bracketed = (text: string): string => `[${text.replace(/\s+/g, ' ').trim()}]`;

/** Names a thing that is left out, with what is said of it. */
export const leftOut = (kind: string, words = ''): string =>
  bracketed(words.trim() === '' ? kind : `${kind}: ${words}`);

const withoutNotes = (text: string) =>
  text.replace(/\[(?:picture|chart|diagram|embedded object|embedded document)(?:: [^\]]*)?\]/g, '').trim();

/** Returns the sections, none if they only name what was left out: a file of pictures has no text. */
export const unlessAllLeftOut = (sections: Section[]): Section[] =>
  sections.some((section) => !('content' in section) || withoutNotes(section.content) !== '') ? sections : [];

/** Says whether a line above or below a page is more than its number or a logo. */
export const saysSomething = (line: string): boolean =>
  /\p{L}{2}|[\p{Script=Han}\p{Script=Thai}]/u.test(line) && line !== leftOut('picture');

/** Bounded, as each sign takes a place on the stack of the expression: twice folds more than a document may have. */
const spaces = /[^\S\t\n]{1,4096}/g;

/** Folds spaces in each line; line breaks and tabs are kept, empty lines are not. */
const tidied = (text: string) =>
  text
    .replace(/\u00AD/g, '')
    .split('\n')
    .map((line) => line.replace(spaces, ' ').replace(spaces, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
