import * as z from '@parlance/shared/contract/schema';
import { endpoint } from '../endpoint.ts';
import { recognitionProgress, unreadPages } from './unread-pages.ts';

/** The most files of one prompt. */
export const attachmentsAtMost = 10;
/** The most bytes of one file. A larger one is refused with body_too_large before it is read. */
export const attachmentMaxBytes = 26_214_400;

/** The extensions of pictures. */
export const imageEndings = ['png', 'jpg', 'jpeg', 'webp', 'gif'] as const;

/** The extensions of text that is read as prose. */
export const plainTextEndings = [
  'txt',
  'text',
  'log',
  'srt',
  'vtt',
  'ics',
  'vcf',
  'rst',
  'adoc',
  'asciidoc',
  'org',
  'tex',
  'bib',
] as const;

/** The extensions of source code, settings and data that are quoted as they are written. */
export const sourceEndings = (
  'py pyi ipynb ts tsx mts cts js jsx mjs cjs java c h cc cpp cxx hh hpp cs fs vb go rs rb php pl pm lua sh bash zsh ' +
  'ps1 psm1 bat cmd sql r jl kt kts scala groovy gradle swift m mm dart ex exs erl hs clj vue svelte css scss sass ' +
  'less yaml yml toml ini cfg conf env properties tf proto graphql xml xsd xsl svg kml gpx diff patch ndjson jsonl'
).split(' ');

/** The allowed file extensions: shown to the person who chooses, and checked against the content. */
export const attachmentEndings: readonly string[] = [
  'pdf',
  'docx',
  'xlsx',
  'xlsm',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'eml',
  'html',
  'htm',
  'md',
  'markdown',
  'csv',
  'tsv',
  'json',
  'geojson',
  ...plainTextEndings,
  ...sourceEndings,
  ...imageEndings,
];

/** The extensions of the pictures of iPhones, which are not read: whoever chooses one is told what to do. */
const heicEndings: readonly string[] = ['heic', 'heif', 'hif', 'heics', 'heifs'];

/** Returns the extension of a name, in small letters; a name without a dot is its own, as that of `.env` is. */
export const endingOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

/** Returns the error code for a name whose extension is not allowed. */
export const unsupportedCode = (name: string): 'heic_unsupported' | 'media_type_unsupported' =>
  heicEndings.includes(endingOf(name)) ? 'heic_unsupported' : 'media_type_unsupported';

/**
 * The state of an attachment. `reading`: its text is being extracted. `ready`: it can be sent. `failed`: `error_code`
 * is a code of `contract/errors` and says why (file_too_complex, file_unreadable, file_encrypted, file_empty,
 * file_text_unmapped and others).
 */
export const attachmentState = z.enum(['reading', 'ready', 'failed']);
export type AttachmentState = z.infer<typeof attachmentState>;

export const attachment = z.object({
  id: z.uuid(),
  /** The file that citations name. */
  file_id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  /** The size in bytes. */
  size: z.number(),
  kind: z.enum(['document', 'image']),
  state: attachmentState,
  error_code: z.nullable(z.string()),
  /** Null if every page was read and none recognised, or if it is not known. */
  unread_pages: z.optional(z.nullable(unreadPages)),
  /** Null unless the text of its pages is being recognised. */
  recognition: z.optional(z.nullable(recognitionProgress)),
});
export type Attachment = z.infer<typeof attachment>;

/** Ids of the files of one prompt, separated by commas. */
const attachmentIds = z
  .string()
  .check(z.regex(/^(?:(?:^|,)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})+$/i), z.maxLength(37 * attachmentsAtMost - 1));

const attachmentParams = z.object({ attachment_id: z.uuid() });

/**
 * Uploads one file: the body is its bytes as application/octet-stream. It is the caller's own until it is sent with a
 * prompt. A file that is not sent within a day is deleted.
 */
export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/files/v1/attachments',
  requires: { privilege: 'dialogue.attach' },
  summary: 'Takes in a file for a prompt.',
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  accepts: 'file',
  response: attachment,
});

/** Returns one of the caller's own, to see whether it has been read. */
export const getAttachment = endpoint({
  method: 'GET',
  path: '/files/v1/attachments/:attachment_id',
  requires: {},
  summary: 'An attachment and its state.',
  params: attachmentParams,
  response: attachment,
});

/**
 * Lists those of the given ones that the caller has uploaded and that still exist, and says whether a prompt has them
 * by now.
 */
export const listAttachments = endpoint({
  method: 'GET',
  path: '/files/v1/attachments',
  requires: {},
  summary: 'Attachments that wait in a draft.',
  query: z.object({ ids: attachmentIds }),
  response: z.object({ items: z.array(z.object({ ...attachment.shape, is_sent: z.boolean() })) }),
});

/** Deletes an attachment before it was sent; afterwards 409 conflict. */
export const deleteAttachment = endpoint({
  method: 'DELETE',
  path: '/files/v1/attachments/:attachment_id',
  requires: {},
  summary: 'Takes an attachment away.',
  params: attachmentParams,
  response: z.object({}),
});
