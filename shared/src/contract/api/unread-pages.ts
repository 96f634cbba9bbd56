import * as z from '@parlance/shared/contract/schema';

/**
 * The reason why a page of a file could not be read. `picture`: it is one, such as a scan, or its letters are drawn.
 * `unmapped`: its fonts do not say which characters their glyphs are.
 */
export const unreadReason = z.enum(['picture', 'unmapped']);
export type UnreadReason = z.infer<typeof unreadReason>;

/** The most ranges of pages that are given; `unread` counts the pages of all. */
export const unreadRangesAtMost = 12;

/**
 * The pages of a file that show something to read and have no text of it, and how many of such pages had their text
 * recognised.
 */
export const unreadPages = z.object({
  /** The number of all its pages. */
  pages: z.int(),
  /** The number of those that could not be read. */
  unread: z.int(),
  /** The pages that could not be read, in order, counted from 1. */
  ranges: z.array(z.object({ first: z.int(), last: z.int(), reason: unreadReason })),
  /** The number of pages whose text was recognised from a picture of them: letters and figures may be wrong. */
  recognized: z.optional(z.int()),
});
export type UnreadPages = z.infer<typeof unreadPages>;

/** The progress of recognising the text of a file's pages: how many, of how many. */
export const recognitionProgress = z.object({ done: z.int(), pages: z.int() });
export type RecognitionProgress = z.infer<typeof recognitionProgress>;
