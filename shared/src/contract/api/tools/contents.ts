import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../../endpoint.ts';

/** The most pictures, sounds, files and links of one result; the others are named in its text. */
export const toolContentsAtMost = 20;

/** A picture, a sound, a file or a link in the result of a call. */
export const toolContent = z.object({
  id: z.uuid(),
  type: z.enum(['image', 'audio', 'file', 'link']),
  /** As the server says, checked for pictures and sounds; empty if it does not say. */
  media_type: z.string(),
  /** The name of a file or a link; empty without one. */
  name: z.string(),
  /** In bytes; 0 for a link. */
  size: z.number(),
  /** The address of a link that a browser can open, http or https; null for others. */
  address: z.nullable(z.string()),
});
export type ToolContent = z.infer<typeof toolContent>;

/**
 * Returns a picture, a sound or a file of a result, as an attachment with nosniff: never run or shown in this origin.
 * Pictures and sounds may be embedded. Those who may read the answer find it.
 */
export const getToolContent = endpoint({
  method: 'GET',
  path: '/tools/v1/contents/:content_id',
  requires: {},
  summary: 'A picture, sound or file that a tool has given.',
  params: z.object({ content_id: z.uuid() }),
  response: z.string(),
  answers: 'file',
});
