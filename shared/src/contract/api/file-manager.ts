import * as z from '@parlance/shared/contract/schema';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { attachmentState } from './attachments.ts';
import { loggedMember } from './dialogue-log.ts';
import { filePassage, passagesAtMost } from './files.ts';
import { knowledgeSource, knowledgeState } from './knowledge/knowledge.ts';

/** Administrators whose plan has the file manager (specification §6). */
const requires = { role: 'admin', feature: 'file_management' } as const;

/** Earlier versions that a file keeps; of more the oldest goes. */
export const versionsAtMost = 20;
/** Files that are changed with one request. */
export const changedAtOnce = 100;

/** What is in a file, as a person tells files apart. */
export const managedType = z.enum(['pdf', 'document', 'spreadsheet', 'presentation', 'page', 'text', 'picture']);
export type ManagedType = z.infer<typeof managedType>;

/** A file, a web page or a text that agents may use as knowledge, whoever owns it. */
export const managedFile = z.object({
  ...knowledgeSource.shape,
  /** Null for a folder. */
  type: z.nullable(managedType),
  folder: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
});
export type ManagedFile = z.infer<typeof managedFile>;

/** Which files. Several conditions must all be met. */
export const managedFilter = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  kind: z.optional(z.enum(['file', 'web-page', 'text'])),
  /** The folder it lies in; `none`: in no folder. */
  folder: z.optional(z.union([z.uuid(), z.literal('none')])),
  state: z.optional(knowledgeState),
  type: z.optional(managedType),
  owner_id: z.optional(z.uuid()),
  /** An agent has it, in its draft or its published version. */
  use: z.optional(z.enum(['used', 'unused'])),
  /** At least so many bytes. */
  size: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});
export type ManagedFilter = z.infer<typeof managedFilter>;

export const managedOrder = z.enum(['name', 'size', 'changed']);
export type ManagedOrder = z.infer<typeof managedOrder>;
const direction = z._default(z.enum(['asc', 'desc']), 'asc');

/**
 * What the organisation's agents may know, except what the caller's privileges keep from them. What was deleted is not
 * among it.
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

/** What a file was before something else was put in its place. */
export const fileVersion = z.object({
  id: z.uuid(),
  name: z.string(),
  /** In bytes. */
  size: z.number(),
  replaced_at: z.iso.datetime(),
  /** Null where nobody of today’s members did. */
  replaced_by: z.nullable(colleague),
});
export type FileVersion = z.infer<typeof fileVersion>;

/** A file or a folder with where it is used. `used_by` has the agents. */
export const managedDetail = z.object({
  ...managedFile.shape,
  /** Dialogues with an answer that rests on it. */
  dialogues: z.int(),
  /** Newest first. */
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
 * Has an earlier version read again. Until then, and where it cannot be read, the one of now is kept; afterwards that
 * is a version too.
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
 * Gives a file, or a folder with what lies in it, to another member. What lies in a folder belongs to who owns the
 * folder: it is refused with conflict.
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

/** One thing for many files. What cannot be done with one of them does not keep the others from it. */
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
    /** With a code of `contract/errors`. */
    failed: z.array(z.object({ id: z.uuid(), code: z.string() })),
  }),
});

/** Who owns something, by name: what the list can be filtered by. */
export const getFileOwners = endpoint({
  method: 'GET',
  path: '/file-manager/v1/owners',
  requires,
  summary: 'Who owns files of the organisation.',
  response: z.object({ owners: z.array(colleague) }),
});

/** How much room files take, and for how long they are kept. */
export const fileStorage = z.object({
  /**
   * In bytes: all files with their earlier versions, deleted ones that can still be restored, and uploads under way.
   */
  used: z.number(),
  /** What the plan grants; null is without limit. */
  limit: z.nullable(z.number()),
  /** In bytes, part of what is used. */
  knowledge: z.number(),
  dialogues: z.number(),
  versions: z.number(),
  /** Days after which files of dialogues, and earlier versions, are deleted; null: they are kept. */
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
 * A file that a member brought into a dialogue. Whose it is and what it is called follow the dialogue log: `name` and
 * the member’s own are null until the caller has the log and gave it a reason.
 */
export const dialogueFile = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  member: z.nullable(loggedMember),
  type: managedType,
  size: z.number(),
  state: attachmentState,
  error_code: z.nullable(z.string()),
  /** Dialogues that have it, for the dialogue log; empty for who does not have the log, and of what was never sent. */
  dialogue_ids: z.array(z.uuid()),
  /** No prompt has it yet; it is deleted within a day. */
  is_unsent: z.boolean(),
  created_at: z.iso.datetime(),
});
export type DialogueFile = z.infer<typeof dialogueFile>;

export const dialogueFileFilter = z.object({
  type: z.optional(managedType),
  state: z.optional(attachmentState),
  /** At least so many bytes. */
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
 * Answers 403 names_hidden until a reason was given to the dialogue log. That somebody looked stands in the audit log.
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

/** As readDialogueFile: the file as it was sent. */
export const downloadDialogueFile = endpoint({
  method: 'GET',
  path: '/file-manager/v1/dialogue-files/:attachment_id/content',
  requires,
  summary: 'A file of a dialogue as it was sent.',
  params: attachmentParams,
  response: z.string(),
  answers: 'file',
});
