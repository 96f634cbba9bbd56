import { TOKENIZER_VERSION, tokensOf } from '../text-search/tokens.ts';
import { type ExtractionCode, ExtractionFailure, type Section } from './document.ts';
import type { DocumentFormat } from './file-kinds.ts';
import { type CutPassage, cutSections } from './sections.ts';

/**
 * What is read of one file. It is cut and tokenised where it is read, in a thread: that takes seconds for a large file.
 */
export type ExtractionTask = { readonly format: DocumentFormat; readonly bytes: Uint8Array };
export type ReadPassage = CutPassage & { readonly tokens: readonly string[] };
export type ExtractionOutcome =
  | {
      readonly ok: true;
      readonly passages: readonly ReadPassage[];
      readonly tokenizerVersion: number;
      /** The title of a web page; null for everything else. */
      readonly title: string | null;
    }
  | { readonly ok: false; readonly code: ExtractionCode; readonly reason: string };

type Reader = (bytes: Uint8Array) => Section[] | Promise<Section[]>;
type Sections = { readonly sections: readonly Section[]; readonly title: string | null };

/** Readers, each loaded on demand: a thread that reads a text does not load the PDF reader. */
const readers: Readonly<Record<Exclude<DocumentFormat, 'page'>, () => Promise<Reader>>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
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

async function sectionsOf({ format, bytes }: ExtractionTask): Promise<Sections> {
  if (format === 'page') return (await import('./read-page.ts')).readPage(bytes);
  const readerOf = await readers[format]();
  return { sections: await readerOf(bytes), title: null };
}

/** Reads a file into passages. What strangers send is read in a thread only, by extract.ts. */
export async function readDocument(task: ExtractionTask): Promise<ExtractionOutcome> {
  try {
    const { sections, title } = await sectionsOf(task);
    const passages = cutSections(sections).map((passage) => ({
      ...passage,
      tokens: tokensOf(`${passage.heading}\n${passage.content}`),
    }));
    if (passages.length === 0) return { ok: false, code: 'file_empty', reason: 'There is no text in it.' };
    return { ok: true, passages, tokenizerVersion: TOKENIZER_VERSION, title };
  } catch (error) {
    const reason =
      error instanceof Error
        ? `${error.message}${error.cause instanceof Error ? ` (${error.cause.message})` : ''}`
        : String(error);
    return { ok: false, code: error instanceof ExtractionFailure ? error.code : 'file_unreadable', reason };
  }
}
