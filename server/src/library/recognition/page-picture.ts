import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';

/** A picture of one byte a pixel, 0 black and 255 white, row by row from the top. */
export type GreyPicture = { readonly width: number; readonly height: number; readonly pixels: Uint8Array };

const pointsOfInch = 72;
/** The resolution: with 200, small print of a sharper scan is read worse; with 300, blurred pages and Thai are. */
const dotsPerInch = 250;
/** A small page may be a large scan whose size is not known to the file, or a receipt. */
const dotsPerInchAtMost = 600;
const pixelsAtLeast = 1_000_000;
/** The limits of a picture, for plans and endless strips: A0 is drawn with 100 dots an inch. */
const pixelsAtMost = 16_000_000;
const sideAtMost = 10_000;
/** No text fits in fewer. */
const sideAtLeast = 8;

/** Draws pages of PDFs. */
export type PagePainter = {
  /**
   * Returns a page as it is shown, counted from 1; null if it is too narrow for text. Throws an Error if the file
   * cannot be opened or has no such page.
   */
  draw(pdf: Uint8Array, page: number): Promise<GreyPicture | null>;
};

/** Loads PDFium. */
export async function openPagePainter(): Promise<PagePainter> {
  const pdfium = await PDFiumLibrary.init();
  return {
    async draw(pdf, page) {
      const document = await pdfium.loadDocument(pdf);
      try {
        return await drawPage(document, page);
      } finally {
        document.destroy();
      }
    },
  };
}

async function drawPage(document: PDFiumDocument, number: number): Promise<GreyPicture | null> {
  if (number > document.getPageCount()) throw new Error(`It has ${document.getPageCount()} pages.`);
  const page = document.getPage(number - 1);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const size = sizeInPixels(originalWidth, originalHeight);
  if (size === null) return null;
  const { data, width, height } = await page.render({ ...size, scale: 1, render: 'bitmap', colorSpace: 'Gray' });
  return { width, height, pixels: data };
}

/** Returns the size in which a page of a size in points is drawn; null if it is too narrow for text. */
export function sizeInPixels(width: number, height: number): { width: number; height: number } | null {
  const area = width * height;
  if (!Number.isFinite(area) || width <= 0 || height <= 0) throw new Error(`It is ${width} by ${height} points large.`);
  const enough = Math.min(dotsPerInchAtMost / pointsOfInch, Math.sqrt(pixelsAtLeast / area));
  const scale = Math.min(
    Math.max(dotsPerInch / pointsOfInch, enough),
    Math.sqrt(pixelsAtMost / area),
    sideAtMost / Math.max(width, height),
  );
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  return Math.min(size.width, size.height) < sideAtLeast ? null : size;
}
