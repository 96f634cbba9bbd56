import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { attachmentState } from './attachments.ts';
import { loggedMember } from './dialogue-log.ts';
import { filePassage, passagesAtMost } from './files.ts';
import { knowledgeSource, knowledgeState } from './knowledge/knowledge.ts';

/** Restricted to administrators whose plan has the file manager (specification §6). */
const requires = { role: 'admin', feature: 'file_management' } as const;

/** The most earlier versions that a file keeps; beyond, the oldest is deleted. */
export const versionsAtMost = 20;
/** The most files changed with one request. */
export const changedAtOnce = 100;

/** The type of a file, as people tell files apart. */
export const managedType = z.enum(['pdf', 'document', 'spreadsheet', 'presentation', 'page', 'text', 'picture']);
export type ManagedType = z.infer<typeof managedType>;

/** A file, a web page or a text that agents may use as knowledge, whoever owns it. */
export const managedFile = z.object({
  ...knowledgeSource.shape,
  /** The type; null for a folder. */
  type: z.nullable(managedType),
  folder: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
});
export type ManagedFile = z.infer<typeof managedFile>;

/** The filter of the files. Several conditions must all be met. */
export const managedFilter = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  kind: z.optional(z.enum(['file', 'web-page', 'text'])),
  /** The folder it lies in; `none`: in no folder. */
  folder: z.optional(z.union([z.uuid(), z.literal('none')])),
  state: z.optional(knowledgeState),
  type: z.optional(managedType),
  owner_id: z.optional(z.uuid()),
  /** The use by agents, in their draft or their published version. */
  use: z.optional(z.enum(['used', 'unused'])),
  /** The least size in bytes. */
  size: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});
export type ManagedFilter = z.infer<typeof managedFilter>;

export const managedOrder = z.enum(['name', 'size', 'changed']);
export type ManagedOrder = z.infer<typeof managedOrder>;
const direction = z._default(z.enum(['asc', 'desc']), 'asc');

/**
 * Lists the knowledge of the organisation's agents, except what the caller's privileges withhold; without deleted
 * sources.
 */
export const listManagedFiles = endpoint({
  method: 'GET',
  path: '/file-manager/v1/files',
  requires,
  summary: 'The files of the organisation.',
  query: z.object({ ...pageQuery.shape, ...managedFilter.shape, order: z._default(managedOrder, 'name'), direction }),
  response: pageOf(managedFile),
});

const fileParams = z.object({ source_id: z.uuid() });
const versionParams = z.object({ source_id: z.uuid(), version_id: z.uuid() });

/** An earlier version of a file, before it was replaced. */
export const fileVersion = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The size in bytes. */
  size: z.number(),
  replaced_at: z.iso.datetime(),
  /** The person who replaced it; null if nobody of today’s members did. */
  replaced_by: z.nullable(colleague),
});
export type FileVersion = z.infer<typeof fileVersion>;

/** A file or a folder with its uses. `used_by` has the agents. */
export const managedDetail = z.object({
  ...managedFile.shape,
  /** The number of dialogues with an answer that rests on it. */
  dialogues: z.int(),
  /** The versions, newest first. */
  versions: z.array(fileVersion),
});
export type ManagedDetail = z.infer<typeof managedDetail>;

export const getManagedFile = endpoint({
  method: 'GET',
  path: '/file-manager/v1/files/:source_id',
  requires,
  summary: 'A file of the organisation and where it is used.',
  params: fileParams,
  response: managedDetail,
});

export const downloadFileVersion = endpoint({
  method: 'GET',
  path: '/file-manager/v1/files/:source_id/versions/:version_id/content',
  requires,
  summary: 'An earlier version of a file.',
  params: versionParams,
  response: z.string(),
  answers: 'file',
});

/**
 * Has an earlier version read again. Until then, and if it cannot be read, the present one is kept; afterwards that
 * becomes a version too.
 */
export const restoreFileVersion = endpoint({
  method: 'POST',
  path: '/file-manager/v1/files/:source_id/versions/:version_id/restore',
  requires,
  summary: 'Puts an earlier version of a file in its place.',
  params: versionParams,
  response: managedDetail,
});

/**
 * Gives a file, or a folder with its contents, to another member. Contents of a folder belong to its owner: a file in a
 * folder is refused with conflict.
 */
export const setFileOwner = endpoint({
  method: 'PUT',
  path: '/file-manager/v1/files/:source_id/owner',
  requires,
  summary: 'Gives a file to another owner.',
  params: fileParams,
  body: z.strictObject({ owner_id: z.uuid() }),
  response: managedDetail,
});

const ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(changedAtOnce));

/** Does one thing with many files. A failure with one does not affect the others. */
export const changeManagedFiles = endpoint({
  method: 'POST',
  path: '/file-manager/v1/files/bulk',
  requires,
  summary: 'Changes many files.',
  body: z.discriminatedUnion('action', [
    z.strictObject({ action: z.literal('delete'), ids }),
    z.strictObject({ action: z.literal('restore'), ids }),
    z.strictObject({ action: z.literal('refresh'), ids }),
    z.strictObject({ action: z.literal('move'), ids, folder_id: z.nullable(z.uuid()) }),
    z.strictObject({ action: z.literal('hand-over'), ids, owner_id: z.uuid() }),
  ]),
  response: z.object({
    done: z.array(z.uuid()),
    /** The failures, with a code of `contract/errors`. */
    failed: z.array(z.object({ id: z.uuid(), code: z.string() })),
  }),
});

/** Lists the owners by name: the values of the filter. */
export const getFileOwners = endpoint({
  method: 'GET',
  path: '/file-manager/v1/owners',
  requires,
  summary: 'Who owns files of the organisation.',
  response: z.object({ owners: z.array(colleague) }),
});

/** The storage that files take, and their retention. */
export const fileStorage = z.object({
  /**
   * The size in bytes of all files with their earlier versions, deleted ones that can still be restored, and uploads
   * under way.
   */
  used: z.number(),
  /** The limit of the plan; null is unlimited. */
  limit: z.nullable(z.number()),
  /** The part of `used` for knowledge, in bytes. */
  knowledge: z.number(),
  dialogues: z.number(),
  versions: z.number(),
  /** Days after which files of dialogues, and earlier versions, are deleted; null is never. */
  kept_days: z.nullable(z.number()),
});
export type FileStorage = z.infer<typeof fileStorage>;

export const getFileStorage = endpoint({
  method: 'GET',
  path: '/file-manager/v1/storage',
  requires,
  summary: 'How much room the files of the organisation take.',
  response: fileStorage,
});

/**
 * A file that a member attached in a dialogue. Owner and name follow the dialogue log: `name` and the member’s name are
 * null until the caller has the log and gave it a reason.
 */
export const dialogueFile = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  member: z.nullable(loggedMember),
  type: managedType,
  size: z.number(),
  state: attachmentState,
  error_code: z.nullable(z.string()),
  /** Dialogues that have it, for the dialogue log; empty for a caller without the log, and for a file never sent. */
  dialogue_ids: z.array(z.uuid()),
  /** True until a prompt has it; it is deleted within a day. */
  is_unsent: z.boolean(),
  created_at: z.iso.datetime(),
});
export type DialogueFile = z.infer<typeof dialogueFile>;

export const dialogueFileFilter = z.object({
  type: z.optional(managedType),
  state: z.optional(attachmentState),
  /** The least size in bytes. */
  size: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});
export type DialogueFileFilter = z.infer<typeof dialogueFileFilter>;

export const listDialogueFiles = endpoint({
  method: 'GET',
  path: '/file-manager/v1/dialogue-files',
  requires,
  summary: 'The files of the organisation’s dialogues.',
  query: z.object({
    ...pageQuery.shape,
    ...dialogueFileFilter.shape,
    order: z._default(z.enum(['size', 'created']), 'created'),
    direction: z._default(z.enum(['asc', 'desc']), 'desc'),
  }),
  response: pageOf(dialogueFile),
});

const attachmentParams = z.object({ attachment_id: z.uuid() });

export const getDialogueFile = endpoint({
  method: 'GET',
  path: '/file-manager/v1/dialogue-files/:attachment_id',
  requires,
  summary: 'A file of a dialogue.',
  params: attachmentParams,
  response: dialogueFile,
});

/**
 * Returns the text of a file. Answers 403 names_hidden until a reason was given to the dialogue log. The audit log
 * records the look.
 */
export const readDialogueFile = endpoint({
  method: 'GET',
  path: '/file-manager/v1/dialogue-files/:attachment_id/text',
  requires,
  summary: 'The text of a file of a dialogue.',
  params: attachmentParams,
  query: z.object({
    from: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(passagesAtMost)), 20),
  }),
  response: z.object({ passages: z.number(), items: z.array(filePassage) }),
});

/** Downloads the file as it was sent, under the conditions of readDialogueFile. */
export const downloadDialogueFile = endpoint({
  method: 'GET',
  path: '/file-manager/v1/dialogue-files/:attachment_id/content',
  requires,
  summary: 'A file of a dialogue as it was sent.',
  params: attachmentParams,
  response: z.string(),
  answers: 'file',
});
