import { Flow, saysSomething } from './flow.ts';

/** Puts the paragraphs and cells of a Rich Text Format file together. */
export class RtfBody {
  readonly #flow = new Flow();
  /** The paragraph that is being written. */
  text = '';
  /** True inside of a table. */
  isInTable = false;
  /** The level of a heading from 1; null for any other paragraph. */
  level: number | null = null;
  /** The number or sign of a list. */
  mark = '';
  #cell: string[] = [];
  #row: string[] = [];
  #nested: string[] = [];
  /** Whether each cell of the row goes on from above. */
  #continued: boolean[] = [];
  #isContinued = false;
  #table: string[][] = [];
  #asides: string[] = [];

  aside(line: string): void {
    this.#asides.push(line);
  }

  endParagraph(): void {
    if (this.isInTable) {
      this.#cell.push(`${this.mark} ${this.text}`.trim());
    } else {
      if (this.text.trim() !== '') {
        this.endTable();
        if (this.level !== null) this.#flow.heading(this.level, `${this.mark} ${this.text}`.trim());
        else if (this.mark === '') this.#flow.paragraph(this.text);
        else this.#flow.item(this.mark, this.text);
      }
      this.#writeAsides();
    }
    [this.text, this.mark] = ['', ''];
  }

  beginRow(): void {
    this.#continued = [];
  }

  /** Says that the next cell to be defined goes on from above. */
  continueCell(): void {
    this.#isContinued = true;
  }

  defineCell(): void {
    this.#continued.push(this.#isContinued);
    this.#isContinued = false;
  }

  endCell(): void {
    this.#row.push(this.#takeCell());
  }

  endNestedCell(): void {
    const text = this.#takeCell();
    if (text !== '') this.#nested.push(text);
  }

  /** Ends a row of a table in a cell, which is a line of it. */
  endNestedRow(): void {
    if (this.#nested.length > 0) this.#cell.push(this.#nested.join(', '));
    this.#nested = [];
  }

  /** Ends a row. A cell that is merged over rows stands in each of them. */
  endRow(): void {
    if (this.text.trim() !== '' || this.#cell.length > 0) this.endCell();
    const above = this.#table.at(-1);
    this.#table.push(
      this.#row.map((text, at) => (text === '' && this.#continued[at] === true ? (above?.[at] ?? '') : text)),
    );
    this.#row = [];
  }

  endTable(): void {
    if (this.#row.length > 0) this.endRow();
    if (this.#table.length > 0 && this.#table.every(({ length }) => length <= 1))
      for (const [text = ''] of this.#table) this.#flow.paragraph(text);
    else this.#flow.table(this.#table);
    this.#table = [];
  }

  end(headers: ReadonlySet<string>, footers: ReadonlySet<string>): Flow {
    this.isInTable = false;
    this.endParagraph();
    this.endTable();
    this.#writeAsides();
    const lines = (all: ReadonlySet<string>) => [...all].filter(saysSomething);
    this.#flow.leaveHeadings();
    for (const line of [...lines(headers), ...lines(footers)]) this.#flow.paragraph(line);
    return this.#flow;
  }

  #takeCell(): string {
    const lines = [...this.#cell, `${this.mark} ${this.text}`.trim()].filter((line) => line !== '');
    [this.#cell, this.text, this.mark] = [[], '', ''];
    return lines.join('\n');
  }

  #writeAsides(): void {
    for (const line of this.#asides) this.#flow.paragraph(line);
    this.#asides = [];
  }
}
