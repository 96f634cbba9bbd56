import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { ExtractionFailure, type Section, createTextBudget, pagesAtMost } from './document.ts';

/**
 * The character maps: without them, the text of Chinese, Japanese and Korean files that name one and do not embed it
 * comes out empty.
 */
const characterMaps = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));
const standardFonts = fileURLToPath(new URL('standard_fonts/', import.meta.resolve('pdfjs-dist/package.json')));
/** The line distance beyond which a paragraph begins. */
const linesOfGap = 1.6;

/** Reads the text of each page. */
export async function readPdf(bytes: Uint8Array): Promise<Section[]> {
  const document = await open(bytes);
  if (document.numPages > pagesAtMost)
    throw new ExtractionFailure('file_too_complex', `It has ${document.numPages} pages.`);
  const budget = createTextBudget();
  const sections: Section[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    sections.push({ heading: '', page: number, content: budget(textOf(items.filter((item) => 'str' in item))) });
    page.cleanup();
  }
  return sections;
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(bytes, {
      cMapUrl: characterMaps,
      cMapPacked: true,
      standardFontDataUrl: standardFonts,
      // Only the text is extracted: nothing is drawn, run or fetched.
      useSystemFonts: false,
      disableFontFace: true,
      useWorkerFetch: false,
      enableXfa: false,
      verbosity: 0,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new ExtractionFailure('file_encrypted', 'It asks for a password.', error);
    throw new ExtractionFailure('file_unreadable', 'The PDF is damaged.', error);
  }
}

type Piece = {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  readonly transform: readonly number[];
};

/** Joins pieces to lines and paragraphs; a word hyphenated at the end of a line is made whole. */
function textOf(pieces: readonly Piece[]): string {
  let text = '';
  let baseline: number | null = null;
  for (const { str, hasEOL, height, transform } of pieces) {
    const y = transform[5] ?? 0;
    if (str.trim() !== '') {
      const isApart = baseline !== null && height > 0 && Math.abs(baseline - y) > height * linesOfGap;
      if (isApart && text.endsWith('\n')) text += '\n';
      baseline = y;
    }
    text += str;
    if (hasEOL && !text.endsWith('\n\n')) text += '\n';
  }
  return text.replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1').trim();
}
