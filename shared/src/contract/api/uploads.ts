import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';
import { moment } from '../values/moment.ts';
import { attachment } from './attachments.ts';
import { knowledgeSource } from './knowledge/knowledge.ts';

/** Hours without a part after which the upload is abandoned, and the storage it reserved is released. */
export const uploadKeptHours = 24;

/**
 * The target of a complete file, which takes it exactly like a small one; the limits of the target apply
 * (`attachmentMaxBytes`).
 */
export const uploadTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('knowledge'), folder_id: z.optional(z.uuid()) }),
  z.object({ kind: z.literal('knowledge-replacement'), source_id: z.uuid() }),
  z.object({ kind: z.literal('attachment') }),
]);
export type UploadTarget = z.infer<typeof uploadTarget>;

export const uploadInParts = z.object({
  id: z.uuid(),
  name: z.string(),
  size: z.number(),
  part_bytes: z.number(),
  /** The parts that have arrived: the number of a part, from 1, and the SHA-256 of its bytes. */
  parts: z.array(z.object({ number: z.number(), sha256: z.string() })),
});
export type UploadInParts = z.infer<typeof uploadInParts>;

const uploadParams = z.object({ upload_id: z.uuid() });
const sha256 = z.string().check(z.regex(/^[\da-f]{64}$/));

/**
 * Starts an upload: its name, its target and room in the plan are checked here, before a byte. If the caller has one of
 * the same file for the same target under way, returns that one, with its parts.
 */
export const beginUpload = endpoint({
  method: 'POST',
  path: '/uploads/v1/uploads',
  requires: {},
  summary: 'Begins to take in a large file, or goes on with it.',
  body: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    size: z.int().check(z.gte(1)),
    /** The time the file was last changed: a changed file is another upload. */
    modified_at: moment,
    to: uploadTarget,
  }),
  response: uploadInParts,
});

export const getUpload = endpoint({
  method: 'GET',
  path: '/uploads/v1/uploads/:upload_id',
  requires: {},
  summary: 'What has arrived of an upload.',
  params: uploadParams,
  response: uploadInParts,
});

/**
 * Stores one part; sending the same part again changes nothing. Bytes that do not match `sha256` are refused with
 * part_altered.
 */
export const sendUploadPart = endpoint({
  method: 'PUT',
  path: '/uploads/v1/uploads/:upload_id/parts/:number',
  requires: {},
  summary: 'Takes in a part of a large file.',
  params: z.object({ upload_id: z.uuid(), number: z.coerce.number().check(z.int(), z.gte(1)) }),
  query: z.object({ sha256: z.optional(sha256) }),
  accepts: 'file',
  response: z.object({ number: z.number(), sha256 }),
});

/**
 * Joins the parts and hands the file over. `upload_incomplete` if one is missing; 409 conflict while that is under way.
 */
export const completeUpload = endpoint({
  method: 'POST',
  path: '/uploads/v1/uploads/:upload_id/completion',
  requires: {},
  summary: 'Takes a large file in, as a small one.',
  params: uploadParams,
  response: z.object({ source: z.nullable(knowledgeSource), attachment: z.nullable(attachment) }),
});

export const cancelUpload = endpoint({
  method: 'DELETE',
  path: '/uploads/v1/uploads/:upload_id',
  requires: {},
  summary: 'Gives an upload up, with what has arrived of it.',
  params: uploadParams,
  response: z.object({}),
});
