import { fileURLToPath } from 'node:url';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';
import type { OPS, PDFPageProxy } from 'unpdf/pdfjs';
import {
  ExtractionFailure,
  type ReadPages,
  type RecognizedTexts,
  type UnreadPage,
  createTextBudget,
  pagesAtMost,
} from './document.ts';
import { type Drawing, drawingOf } from './pdf-drawing.ts';
import { isMostlyStray, lengthOfSigns, withoutStrays } from './pdf-font.ts';
import { PdfFonts } from './pdf-fonts.ts';

/**
 * The character maps: without them, the text of Chinese, Japanese and Korean files that name one and do not embed it
 * comes out empty.
 */
const characterMaps = fileURLToPath(new URL('cmaps/', import.meta.resolve('pdfjs-dist/package.json')));
const standardFonts = fileURLToPath(new URL('standard_fonts/', import.meta.resolve('pdfjs-dist/package.json')));
/** Chromium's maps name the radical (⼆) where the font has one glyph for it and the character (二). */
const radicals = /[\u2f00-\u2fd5]/g;
/** The line distance beyond which a paragraph begins. */
const linesOfGap = 1.6;

/** The most signs of a page that is said to have hardly any text, as one with nothing but a header and a number. */
const thinSigns = 25;
/** The most signs of a page that is looked at because its lines stand on other pages, too. */
const repeatedSigns = 300;
/** The lines at each end of a page that may be its header and footer. */
const linesAtEnds = 3;
/** The least signs without characters that make a page unreadable, if they are more than half as many as the others. */
const unmappedAtLeast = 12;
/** The share of a page that a picture of it covers, and one that is all there is. */
const coveredByScan = 0.5;
const coveredAlone = 0.05;
/** The length of outlines that are letters, beside some text and without any: some hundred, and some dozen of them. */
const outlinesBesideText = 6_000;
const outlinesAlone = 600;
/** The time for looking at what pages draw, and that of reading the text of one that is too large to be looked at. */
const looksMs = 15_000;
const largePageMs = 1_000;

type PdfReading = {
  /** The texts that were recognised on pages without one; null if there is no recognition. */
  readonly recognized?: RecognizedTexts | null;
  /** The time for looking at what pages draw. */
  readonly lookingMs?: number;
};

/**
 * Reads the text of each page, and finds the pages that have something to read and no text of it: where there is
 * recognition, also if no page has text.
 */
export async function readPdf(
  bytes: Uint8Array,
  { recognized = null, lookingMs = looksMs }: PdfReading = {},
): Promise<ReadPages> {
  const document = await open(bytes);
  if (document.numPages > pagesAtMost)
    throw new ExtractionFailure('file_too_complex', `It has ${document.numPages} pages.`);
  const reading: Reading = {
    document,
    fonts: new PdfFonts(),
    looks: createLooks((await getResolvedPDFJS()).OPS, lookingMs),
  };
  let pages = await readPages(reading);
  if (reading.fonts.hasLateFinding) pages = await readPages(reading);
  const found = await findUnread(reading, pages, recognized !== null);
  const isRecognized = ({ page }: UnreadPage) => (recognized?.get(page) ?? '') !== '';
  const unread = found.filter((page) => !isRecognized(page));
  const texts = new Map(found.filter(isRecognized).map(({ page }) => [page, recognized?.get(page) ?? '']));
  // A picture of a page has its header, too.
  pages = withTexts(pages, texts);
  const reasons = new Map(unread.map(({ page, reason }) => [page, reason]));
  // What stands beside signs without characters is text; headers on scans are no document.
  const isRead = pages.some(({ text }, at) => {
    const reason = reasons.get(at + 1);
    return reason === undefined ? text !== '' : reason === 'unmapped' && lengthOfSigns(text) > thinSigns;
  });
  return {
    pages: pages.length,
    unread,
    recognized: texts.size,
    sections: isRead ? pages.map(({ text }, at) => ({ heading: '', page: at + 1, content: text })) : [],
  };
}

type Reading = {
  readonly document: Awaited<ReturnType<typeof open>>;
  readonly fonts: PdfFonts;
  readonly looks: Looks;
};
type ReadPage = {
  readonly text: string;
  /** The number of signs that no character is known for. */
  readonly unmapped: number;
  /** True if reading it took so long that it is not looked at. */
  readonly isLarge: boolean;
};

async function readPages({ document, fonts, looks }: Reading): Promise<ReadPage[]> {
  const budget = createTextBudget();
  const pages: ReadPage[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number);
    const began = performance.now();
    const { items } = await page.getTextContent();
    const isLarge = performance.now() - began > largePageMs;
    const pieces = items.filter((item) => 'str' in item);
    const texts = new Map<string, string>();
    for (const { fontName, str } of pieces) texts.set(fontName, (texts.get(fontName) ?? '') + str);
    await fonts.judge(page, texts, async () => !isLarge && (await looks.draw(page)) !== null);
    const left = new Set(
      [...texts].filter(([name, text]) => fonts.isUnmapped(name) || isMostlyStray(text)).map(([name]) => name),
    );
    const kept = pieces.map((piece) => ({ ...piece, str: left.has(piece.fontName) ? '' : withoutStrays(piece.str) }));
    const unmapped = [...left].reduce((sum, name) => sum + lengthOfSigns(texts.get(name) ?? ''), 0);
    pages.push({ text: budget(textOf(kept)), unmapped, isLarge });
    page.cleanup();
  }
  return pages;
}

function withTexts(pages: readonly ReadPage[], texts: RecognizedTexts): ReadPage[] {
  const budget = createTextBudget();
  return pages.map((page, at) => ({ ...page, text: budget(texts.get(at + 1) ?? page.text) }));
}

type Looks = { readonly draw: (page: PDFPageProxy) => Promise<Drawing | null> };

/** Looks at what pages draw, until the time for it is used up; null from then on. */
function createLooks(ops: typeof OPS, lookingMs: number): Looks {
  let leftMs = lookingMs;
  return {
    async draw(page) {
      if (leftMs <= 0) return null;
      const began = performance.now();
      try {
        return await drawingOf(page, ops);
      } finally {
        leftMs -= performance.now() - began;
      }
    },
  };
}

/** Finds the pages that show something to read and have no text of it; an empty page has none. */
async function findUnread(
  { document, looks }: Reading,
  pages: readonly ReadPage[],
  isRecognizing: boolean,
): Promise<UnreadPage[]> {
  const ownSigns = countOwnSigns(pages.map(({ text }) => text));
  const unread: UnreadPage[] = [];
  // A document without any text is refused, whatever its pages draw, unless somebody recognises it.
  const isLookedAt = isRecognizing || pages.some(({ text }) => text !== '');
  for (const [at, { text, unmapped, isLarge }] of pages.entries()) {
    const signs = lengthOfSigns(text);
    if (unmapped >= unmappedAtLeast && unmapped * 2 > signs) unread.push({ page: at + 1, reason: 'unmapped' });
    else if (isLookedAt && (ownSigns[at] ?? 0) <= thinSigns) {
      const page = await document.getPage(at + 1);
      const drawing = isLarge ? null : await looks.draw(page);
      page.cleanup();
      if (isPictureOf(drawing, signs > 0)) unread.push({ page: at + 1, reason: 'picture' });
    }
  }
  return unread;
}

/** What nobody has looked at is a picture if it has no text: blank pages are few, and quickly seen to be. */
function isPictureOf(drawing: Drawing | null, hasText: boolean): boolean {
  if (drawing === null) return !hasText;
  return hasText
    ? drawing.pictures >= coveredByScan || drawing.outlines >= outlinesBesideText
    : drawing.pictures >= coveredAlone || drawing.outlines >= outlinesAlone;
}

/** Counts the signs of each page without the lines at its ends that other pages have, too, up to their numbers. */
function countOwnSigns(texts: readonly string[]): number[] {
  const ends = texts.map((text) => {
    const lines = text.split('\n').map((line) => line.trim().replaceAll(/\d+/gu, '0'));
    return lines.length <= linesAtEnds * 2 ? lines : [...lines.slice(0, linesAtEnds), ...lines.slice(-linesAtEnds)];
  });
  const times = new Map<string, number>();
  for (const lines of ends) for (const line of new Set(lines)) times.set(line, (times.get(line) ?? 0) + 1);
  return texts.map((text, at) => {
    const signs = lengthOfSigns(text);
    if (signs > repeatedSigns) return signs;
    return (ends[at] ?? []).reduce((sum, line) => sum - ((times.get(line) ?? 0) > 1 ? lengthOfSigns(line) : 0), signs);
  });
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
      fontExtraProperties: true,
      // No picture is decoded.
      maxImageSize: 0,
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
  return text
    .replace(/(\p{Ll})[-\u00ad]\n(?=\p{Ll})/gu, '$1')
    .replace(radicals, (radical) => radical.normalize('NFKC'))
    .trim();
}
