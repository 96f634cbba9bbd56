import type { Language } from '@parlance/shared/contract/values/language';
import PDFDocument from 'pdfkit';
import { type Pen, createPen } from './pen.ts';

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 56, foot: 40 } as const;
export const inner = {
  left: page.margin,
  right: page.width - page.margin,
  width: page.width - 2 * page.margin,
} as const;

export type Element = PDFKit.PDFStructureElement;
export type Sheet = {
  readonly document: PDFKit.PDFDocument;
  readonly pen: Pen;
  /** Where the next thing begins. */
  y: number;
  /** The tag of the whole, for what a screen reader reads and in which order. */
  readonly root: Element;
};

/** An empty document: tagged, with its title and its language. */
export function openSheet(title: string, language: Language, made: Date): Sheet {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    // A standard font that is not embedded would be one too many: every face comes from the pen.
    font: '',
    info: { Title: title, CreationDate: made, ModDate: made, Producer: 'Parlance', Creator: 'Parlance' },
  });
  document.addPage();
  const root = document.struct('Document');
  document.addStructure(root);
  return { document, pen: createPen(document, language), y: page.margin, root };
}

/** A tag with what is drawn in it. */
export function tag(sheet: Sheet, parent: Element, type: string, draw?: () => void): Element {
  // One that is made with what is in it is ended at once.
  const element = draw === undefined ? sheet.document.struct(type) : sheet.document.struct(type, {}, draw);
  parent.add(element);
  return element;
}

/** What is there for the eye alone. */
export function artifact(sheet: Sheet, draw: () => void): void {
  sheet.document.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.document.endMarkedContent();
}

/** Goes on with a new page where there is not so much room left. Whether it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= page.height - page.margin - page.foot) return false;
  sheet.document.addPage();
  sheet.y = page.margin;
  return true;
}

export function drawRule(sheet: Sheet, y: number, color: string): void {
  artifact(sheet, () =>
    sheet.document.moveTo(inner.left, y).lineTo(inner.right, y).lineWidth(0.5).strokeColor(color).stroke(),
  );
}
