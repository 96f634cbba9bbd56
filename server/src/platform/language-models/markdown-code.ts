const fenceAtMost = 200;
const fence = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/;

/**
 * Follows Markdown as it comes, and says whether it stands in code: a fenced or an indented block, or a code span.
 * A span is taken to end with its line, so that a stray backtick hides no more than that.
 */
export class MarkdownCode {
  /** The marks that the fenced block under way began with. */
  #fence: string | null = null;
  /** The beginning of the present line, long enough for a fence. */
  #beginning = '';
  #isBlank = true;
  #isAfterBlank = false;
  /** The length of the run of backticks that the span under way began with; 0 outside of one. */
  #span = 0;
  #hasText = false;

  /** Takes a further piece. Runs of backticks must not be cut between two pieces. */
  hear(text: string): void {
    for (const [, line = '', end] of text.matchAll(/([^\n]*)(\n|$)/g)) {
      if (line !== '') this.#hearLine(line);
      if (end === '\n') this.#endLine();
    }
  }

  /** True if what comes next is code. */
  get isCode(): boolean {
    return this.#fence !== null || this.#span > 0 || this.#isIndented || fence.test(this.#beginning);
  }

  /** True if nothing but blanks stands in the present line so far. */
  get isAtLineStart(): boolean {
    return this.#isBlank;
  }

  get #isIndented(): boolean {
    return this.#hasText && this.#isAfterBlank && /^(?: {4}| {0,3}\t)/.test(this.#beginning);
  }

  #hearLine(part: string): void {
    if (this.#beginning.length < fenceAtMost) this.#beginning += part.slice(0, fenceAtMost - this.#beginning.length);
    if (this.#isBlank) this.#isBlank = part.trim() === '';
    if (this.#fence !== null) return;
    for (const [{ length }] of part.matchAll(/`+/g)) {
      if (this.#span === 0) this.#span = length;
      else if (this.#span === length) this.#span = 0;
    }
  }

  #endLine(): void {
    const marks = fence.exec(this.#beginning)?.[1];
    if (this.#fence === null) this.#fence = marks ?? null;
    else if (
      marks !== undefined &&
      marks.startsWith(this.#fence) &&
      this.#beginning.trim().replace(/^[\s>]+/, '') === marks
    )
      this.#fence = null;
    this.#hasText ||= !this.#isBlank;
    this.#isAfterBlank = this.#isBlank || (this.#isAfterBlank && this.#isIndented);
    this.#beginning = '';
    this.#isBlank = true;
    this.#span = 0;
  }
}
