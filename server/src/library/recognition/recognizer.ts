/** A page of a PDF whose text is to be recognised. */
export type PictureOfPage = {
  /** The bytes of the whole file; in shared memory, they are not copied for each page. */
  readonly pdf: Uint8Array;
  /** Counted from 1. */
  readonly page: number;
};

/** Whose file it is, and the signal that ends the wait for a place as well as the work. */
export type RecognizingFor = { readonly organizationId: string; readonly signal: AbortSignal };

/** Thrown if the recogniser itself fails, whatever the page: its data is damaged, or it is closed. */
export class RecognizerUnavailable extends Error {
  override name = 'RecognizerUnavailable';
}

/** Recognises the text of pages that are pictures. */
export type Recognizer = {
  /**
   * Returns the text of a page in reading order, a line per line and an empty one between paragraphs; empty if nothing
   * readable is on it. Throws PageUnreadable if the page cannot be shown, ThreadLimitReached beyond the time or memory
   * for one page, PlacesFull if too many wait, RecognizerUnavailable, and the signal's reason.
   */
  recognize(page: PictureOfPage, asking: RecognizingFor): Promise<string>;
  close(): Promise<void>;
};
