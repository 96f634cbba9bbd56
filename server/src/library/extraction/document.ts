import type { UnreadReason } from '@parlance/shared/contract/api/unread-pages';
import type { ErrorCode } from '@parlance/shared/contract/errors';

/** A part of a document under one heading and on one page. `page` is null for a format without pages. */
export type Section = { readonly heading: string; readonly page: number | null } & (
  | { readonly content: string }
  /** Lines that are quoted in a fenced block. */
  | { readonly code: string }
  /** Rows of a table as lines; the header goes with every piece that it is cut into. */
  | { readonly header: string; readonly rows: readonly string[] }
);

/**
 * A page that shows something to read and has no text of it. `picture`: it is one, such as a scan. `unmapped`: nothing
 * says which characters its glyphs are.
 */
export type UnreadPage = { readonly page: number; readonly reason: UnreadReason };
/** What was read of a document that knows which pages it could not give. */
export type ReadPages = {
  readonly sections: Section[];
  /** The number of its pages. */
  readonly pages: number;
  /** In order; without those whose text was recognised. */
  readonly unread: readonly UnreadPage[];
  /** The number of pages whose text was recognised. */
  readonly recognized: number;
};

/** The texts that were recognised on pictures of pages, by the numbers of the pages. */
export type RecognizedTexts = ReadonlyMap<number, string>;

export type ExtractionCode = Extract<
  ErrorCode,
  | 'heic_unsupported'
  | 'file_type_mismatch'
  | 'file_too_complex'
  | 'file_unreadable'
  | 'file_encrypted'
  | 'file_empty'
  | 'file_text_unmapped'
>;

/** Thrown if a file yields no text. The code is for people, the message for the log. */
export class ExtractionFailure extends Error {
  readonly code: ExtractionCode;

  constructor(code: ExtractionCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ExtractionFailure';
    this.code = code;
  }
}

/** The maximal number of PDF pages or slides: more is a book, and belongs behind a bot. */
export const pagesAtMost = 2_000;
/** The maximal number of characters: some thousand pages. */
export const charactersAtMost = 5_000_000;

/** Returns a function that stops a reader which has found more text than a file may have. */
export function createTextBudget(): (text: string) => string {
  let left = charactersAtMost;
  return (text) => {
    left -= text.length;
    if (left < 0)
      throw new ExtractionFailure('file_too_complex', `There are more than ${charactersAtMost} characters in it.`);
    return text;
  };
}
