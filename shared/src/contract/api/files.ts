import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';

const fileParams = z.object({ file_id: z.uuid() });

/** A passage of a file's text as retrieval sees it. `position` counts from 1 through the file. */
export const filePassage = z.object({
  position: z.number(),
  /** The heading, sheet or slide it stands under, empty if there is none. */
  heading: z.string(),
  /** The page of a PDF or the slide of a presentation, from 1; null if the file has none. */
  page: z.nullable(z.number()),
  content: z.string(),
});
export type FilePassage = z.infer<typeof filePassage>;

/** A file the caller may read: the knowledge of a bot they may use, or an attachment of their own dialogue. */
export const fileText = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  /** The size in bytes. */
  size: z.number(),
  /** The number of its passages. */
  passages: z.number(),
  /** The passages from `from` on, in order. */
  items: z.array(filePassage),
  /** True if the original can be fetched with `downloadFile`. */
  has_original: z.boolean(),
});
export type FileText = z.infer<typeof fileText>;

/** The most passages of one answer of `readFileText`. */
export const passagesAtMost = 50;

/** Returns a file's text from a passage on. */
export const readFileText = endpoint({
  method: 'GET',
  path: '/files/v1/files/:file_id/text',
  requires: {},
  summary: 'The text of a file.',
  params: fileParams,
  query: z.object({
    from: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(passagesAtMost)), 20),
  }),
  response: fileText,
});

/**
 * Returns the original, as an attachment with nosniff: never run or shown in this origin. Pictures may be shown as
 * images.
 */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/files/v1/files/:file_id/content',
  requires: {},
  summary: 'A file as it was uploaded.',
  params: fileParams,
  response: z.string(),
  answers: 'file',
});
