import type { PDFPageProxy } from 'unpdf/pdfjs';
import { CodeWatch, type FontJudgement, type LoadedFont, isPlain, judgeFont } from './pdf-font.ts';

/** The fonts of a document, each judged on a page where it is not plainly words. */
export class PdfFonts {
  readonly #judgements = new Map<string, FontJudgement>();
  readonly #watches = new Map<string, CodeWatch>();
  #hasLateFinding = false;

  /** True if a font was found to be unmapped behind pages that were read as text: these are to be read again. */
  get hasLateFinding(): boolean {
    return this.#hasLateFinding;
  }

  /** Judges the fonts of a page. `draw` has PDF.js load them, which it does for drawing only; false if it must not. */
  async judge(page: PDFPageProxy, texts: ReadonlyMap<string, string>, draw: () => Promise<boolean>): Promise<void> {
    for (const [name, text] of texts) {
      if (this.#watches.has(name)) this.#watch(name, text);
      else if (!this.#judgements.has(name) && !isPlain(text)) await this.#judgeOne(page, name, text, draw);
    }
  }

  isUnmapped(name: string): boolean {
    return this.#judgements.get(name) === 'unmapped';
  }

  async #judgeOne(page: PDFPageProxy, name: string, text: string, draw: () => Promise<boolean>): Promise<void> {
    if (!page.commonObjs.has(name) && (!(await draw()) || !page.commonObjs.has(name))) return;
    const font = page.commonObjs.get(name) as LoadedFont; // PDF.js keeps it under this name
    const judgement = judgeFont(font, text);
    if (judgement !== null) this.#judgements.set(name, judgement);
    if (judgement !== 'doubtful') return;
    this.#watches.set(name, new CodeWatch(font));
    this.#watch(name, text, true);
  }

  #watch(name: string, text: string, isFirst = false): void {
    const watch = this.#watches.get(name);
    if (watch === undefined || this.#judgements.get(name) === 'unmapped') return;
    watch.add(text);
    if (!watch.isNumbering) return;
    this.#judgements.set(name, 'unmapped');
    this.#hasLateFinding ||= !isFirst;
  }
}
