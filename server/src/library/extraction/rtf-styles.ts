import { headingName, titleName } from './docx-styles.ts';
import { rtfName } from './rtf-fonts.ts';

/** The level that says that a paragraph is no heading. */
const bodyLevel = 9;

type Style = { name: string; level: number | null; base: number };

/** The styles of paragraphs, as far as they make headings. */
export class RtfStyles {
  readonly #styles = new Map<number, Style>();
  #defined: Style | null = { name: '', level: null, base: -1 };

  constructor() {
    if (this.#defined !== null) this.#styles.set(0, this.#defined);
  }

  /** Takes a word of the table of styles. */
  define(word: string, value: number): void {
    if (word === 's') {
      this.#defined = { name: '', level: null, base: -1 };
      this.#styles.set(value, this.#defined);
    } else if (word === 'cs' || word === 'ts' || word === 'ds') this.#defined = null;
    else if (this.#defined === null) return;
    else if (word === 'outlinelevel') this.#defined.level = headingLevel(value);
    else if (word === 'sbasedon') this.#defined.base = value;
  }

  name(text: string): void {
    if (this.#defined !== null) this.#defined.name = rtfName(this.#defined.name, text);
  }

  /** Returns the level of a heading from 1; null for a style of other paragraphs. */
  levelOf(number: number): number | null {
    const style = this.#styles.get(number);
    if (style === undefined) return null;
    const name = style.name.replace(/;.*/s, '').trim();
    const named = titleName.test(name) ? 1 : headingName.exec(name)?.[1];
    return style.level ?? (named === undefined ? (this.#styles.get(style.base)?.level ?? null) : Number(named));
  }
}

/** Returns the level of a heading from 1, which the format counts from 0. */
export const headingLevel = (outline: number): number | null =>
  outline >= 0 && outline < bodyLevel ? outline + 1 : null;
