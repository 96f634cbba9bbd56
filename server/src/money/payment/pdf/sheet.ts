import type { Language } from '@parlance/shared/contract/values/language';
import PDFDocument from 'pdfkit';
import { type Pen, createPen } from './pen.ts';

/** The page: A4 in points. */
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
  /** The vertical position of the next element. */
  y: number;
  /** The root tag, which tells a screen reader what to read and in which order. */
  readonly root: Element;
};

/** Opens an empty document: tagged, with its title and its language. */
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

/** Adds a tag with its content. */
export function tag(sheet: Sheet, parent: Element, type: string, draw?: () => void): Element {
  // An element created with its content is ended at once.
  const element = draw === undefined ? sheet.document.struct(type) : sheet.document.struct(type, {}, draw);
  parent.add(element);
  return element;
}

/** Draws decoration, which assistive technology skips. */
export function artifact(sheet: Sheet, draw: () => void): void {
  sheet.document.markContent('Artifact', { type: 'Layout' });
  draw();
  sheet.document.endMarkedContent();
}

/** Starts a new page unless this much room is left. Returns true if it did. */
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
