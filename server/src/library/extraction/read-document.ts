import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { TOKENIZER_VERSION, tokensOf } from '../text-search/tokens.ts';
import {
  type ExtractionCode,
  ExtractionFailure,
  type ReadPages,
  type RecognizedTexts,
  type Section,
} from './document.ts';
import type { DocumentFormat } from './file-kinds.ts';
import { type CutPassage, cutSections } from './sections.ts';
import { rangesOf } from './unread-ranges.ts';

/**
 * What is read of one file. It is cut and tokenised where it is read, in a thread: that takes seconds for a large file.
 */
export type ExtractionTask = {
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  /** The texts that were recognised on pages without one; null if there is no recognition. */
  readonly recognized?: RecognizedTexts | null;
};
export type ReadPassage = CutPassage & { readonly tokens: readonly string[] };
export type ExtractionOutcome =
  | {
      readonly ok: true;
      readonly passages: readonly ReadPassage[];
      readonly tokenizerVersion: number;
      /** The title of a web page; null for everything else. */
      readonly title: string | null;
      /** The pages that could not be read; null for a format that does not know them. */
      readonly unreadPages: UnreadPages | null;
      /** Their numbers, in order. */
      readonly unread: readonly number[];
    }
  | {
      readonly ok: false;
      readonly code: ExtractionCode;
      readonly reason: string;
      /** The numbers of the pages that have something to read, if that is all that is wrong. */
      readonly unread: readonly number[];
    };

type Reader = (bytes: Uint8Array, recognized: RecognizedTexts | null) => Section[] | Promise<Section[] | ReadPages>;
type Sections = {
  readonly sections: readonly Section[];
  readonly title: string | null;
  readonly unreadPages: UnreadPages | null;
  readonly unread: readonly number[];
};
const allRead = { unreadPages: null, unread: [] };

/** Readers, each loaded on demand: a thread that reads a text does not load the PDF reader. */
const readers: Readonly<Record<Exclude<DocumentFormat, 'page'>, () => Promise<Reader>>> = {
  pdf: async () => {
    const { readPdf } = await import('./read-pdf.ts');
    return (bytes, recognized) => readPdf(bytes, { recognized });
  },
  docx: async () => (await import('./read-docx.ts')).readDocx,
  xlsx: async () => (await import('./read-xlsx.ts')).readXlsx,
  pptx: async () => (await import('./read-pptx.ts')).readPptx,
  odt: async () => (await import('./read-odt.ts')).readOdt,
  ods: async () => (await import('./read-ods.ts')).readOds,
  odp: async () => (await import('./read-odp.ts')).readOdp,
  rtf: async () => (await import('./read-rtf.ts')).readRtf,
  eml: async () => (await import('./read-eml.ts')).readEml,
  html: async () => (await import('./read-html.ts')).readHtml,
  csv: async () => (await import('./read-csv.ts')).readCsv,
  markdown: async () => (await import('./read-text.ts')).readMarkdown,
  text: async () => (await import('./read-text.ts')).readText,
  code: async () => (await import('./read-text.ts')).readCode,
  json: async () => (await import('./read-text.ts')).readJson,
};

async function sectionsOf({ format, bytes, recognized = null }: ExtractionTask): Promise<Sections> {
  if (format === 'page') return { ...(await import('./read-page.ts')).readPage(bytes), ...allRead };
  const readerOf = await readers[format]();
  const read = await readerOf(bytes, recognized);
  return Array.isArray(read)
    ? { sections: read, title: null, ...allRead }
    : {
        sections: read.sections,
        title: null,
        unreadPages: rangesOf(read),
        unread: read.unread.map(({ page }) => page),
      };
}

/** Says why nothing could be read: what most of the pages lack is the reason. */
function emptyBecause(unread: UnreadPages | null): { code: ExtractionCode; reason: string } {
  const unmapped = (unread?.ranges ?? []).reduce(
    (sum, { first, last, reason }) => sum + (reason === 'unmapped' ? last - first + 1 : 0),
    0,
  );
  return unread !== null && unmapped > 0 && unmapped * 2 >= unread.unread
    ? { code: 'file_text_unmapped', reason: 'Its fonts do not say which characters their glyphs are.' }
    : { code: 'file_empty', reason: 'There is no text in it.' };
}

/** Reads a file into passages. What strangers send is read in a thread only, by extract.ts. */
export async function readDocument(task: ExtractionTask): Promise<ExtractionOutcome> {
  try {
    const { sections, title, unreadPages, unread } = await sectionsOf(task);
    const passages = cutSections(sections).map((passage) => ({
      ...passage,
      tokens: tokensOf(`${passage.heading}\n${passage.content}`),
    }));
    if (passages.length === 0) return { ok: false, ...emptyBecause(unreadPages), unread };
    return { ok: true, passages, tokenizerVersion: TOKENIZER_VERSION, title, unreadPages, unread };
  } catch (error) {
    const reason =
      error instanceof Error
        ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
        : String(error);
    return { ok: false, code: error instanceof ExtractionFailure ? error.code : 'file_unreadable', reason, unread: [] };
  }
}
