import * as z from '@parlance/shared/contract/schema';
import { agentKnowledgeAtMost } from '../../agents/agent-definition.ts';
import { colleague, colleagueTeam } from '../../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { nameMaxLength } from '../../values/name.ts';
import { attachmentEndings, attachmentMaxBytes, imageEndings } from '../attachments.ts';
import { filePassage, passagesAtMost } from '../files.ts';
import { named } from '../shares.ts';
import { recognitionProgress, unreadPages } from '../unread-pages.ts';

/** The extensions of a file of knowledge: everything that has text. */
export const knowledgeEndings = attachmentEndings.filter((ending) => !imageEndings.some((image) => image === ending));
/** The most bytes of one file. A larger one is refused with body_too_large before it is read. */
export const knowledgeMaxBytes = attachmentMaxBytes;
/** The most characters of a text that is written in the studio. */
export const knowledgeTextMaxLength = 200_000;
export const knowledgeUrlMaxLength = 2_000;

/**
 * The kind of a source. A `folder` holds files, web pages and texts, and no further folders; its access covers its
 * contents.
 */
export const knowledgeKind = z.enum(['file', 'folder', 'web-page', 'text']);
export type KnowledgeKind = z.infer<typeof knowledgeKind>;

/**
 * The state of a source. `waiting`: it is queued. `reading`: its text is being extracted. `indexing`: it is found by
 * its words already, and soon by its meaning too. `failed`: `error_code` says why, and search does not find it.
 */
export const knowledgeState = z.enum(['waiting', 'reading', 'indexing', 'ready', 'failed']);
export type KnowledgeState = z.infer<typeof knowledgeState>;

/** The refresh interval of a web page. */
export const knowledgeRefresh = z.enum(['never', 'daily', 'weekly']);
export type KnowledgeRefresh = z.infer<typeof knowledgeRefresh>;

/** The readers besides its owner: with `people` the named members and the members of the named teams. */
export const knowledgeScope = z.enum(['private', 'people', 'organization']);
export type KnowledgeScope = z.infer<typeof knowledgeScope>;

export const knowledgeCan = z.object({
  read: z.boolean(),
  edit: z.boolean(),
  share: z.boolean(),
  share_with_organization: z.boolean(),
});

/** A source of knowledge: definitions name it in their `knowledge_ids`. */
export const knowledgeSource = z.object({
  id: z.uuid(),
  kind: knowledgeKind,
  name: z.string(),
  /** The folder it lies in; its access is the folder's. */
  folder_id: z.nullable(z.uuid()),
  state: knowledgeState,
  /**
   * A code of `contract/errors`. With `ready` or `indexing`: the last refresh or replacement failed, and the previous
   * text is kept. `index_failed`: no model returned vectors, so that its words alone find it.
   */
  error_code: z.nullable(z.string()),
  /**
   * True while it is being read again; until then search finds the previous text. A folder: something in it is being
   * read.
   */
  is_refreshing: z.boolean(),
  /** The file that citations name; null for a folder. */
  file_id: z.nullable(z.uuid()),
  /** The size in bytes; for a folder the sum of its contents. */
  size: z.number(),
  passages: z.number(),
  /** Null if every page was read and none recognised, or if it is not known. */
  unread_pages: z.optional(z.nullable(unreadPages)),
  /** Null unless the text of its pages is being recognised. */
  recognition: z.optional(z.nullable(recognitionProgress)),
  /** The number of items in a folder; 0 for everything else. */
  items: z.number(),
  /** The URL of a web page. */
  url: z.nullable(z.string()),
  refresh: z.nullable(knowledgeRefresh),
  /** The last time its content was seen to be current; null is never yet. */
  refreshed_at: z.nullable(z.iso.datetime()),
  owner: z.nullable(colleague),
  access: knowledgeScope,
  /** The people named for the access `people`. */
  people: z.array(colleague),
  teams: z.array(colleagueTeam),
  /** Agents visible to the caller that have it, or its folder, in their draft or published version. */
  used_by: z.array(z.object({ id: z.uuid(), name: z.string() })),
  updated_at: z.iso.datetime(),
  can: knowledgeCan,
});
export type KnowledgeSource = z.infer<typeof knowledgeSource>;

const sourceParams = z.object({ source_id: z.uuid() });
const sourceName = z.string().check(z.trim(), z.minLength(1), z.maxLength(nameMaxLength));
const sourceUrl = z.string().check(z.trim(), z.minLength(1), z.maxLength(knowledgeUrlMaxLength));
const sourceText = z.string().check(z.maxLength(knowledgeTextMaxLength));
/** Ids separated by commas. */
const idList = z.string().check(z.regex(/^[\da-f-]{36}(,[\da-f-]{36})*$/i), z.maxLength(37 * agentKnowledgeAtMost));

/**
 * Lists the sources that the caller may read, by name. Without `q`, `ids` or `folder_id`: those that lie in no folder.
 * `ids` asks for just these, `folder_id` for the contents of a folder; with `agent_id` also those of this agent, if the
 * caller may read the agent.
 */
export const listKnowledge = endpoint({
  method: 'GET',
  path: '/knowledge/v1/sources',
  requires: {},
  summary: 'The sources of knowledge the caller may read.',
  query: z.object({
    ...pageQuery.shape,
    q: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    kind: z.optional(knowledgeKind),
    state: z.optional(knowledgeState),
    folder_id: z.optional(z.uuid()),
    ids: z.optional(idList),
    agent_id: z.optional(z.uuid()),
  }),
  response: pageOf(knowledgeSource),
});

export const getKnowledge = endpoint({
  method: 'GET',
  path: '/knowledge/v1/sources/:source_id',
  requires: {},
  summary: 'A source of knowledge and its state.',
  params: sourceParams,
  response: knowledgeSource,
});

/** Uploads one file: the body is its bytes as application/octet-stream. It is read in the background. */
export const uploadKnowledge = endpoint({
  method: 'POST',
  path: '/knowledge/v1/files',
  requires: { privilege: 'knowledge.create' },
  summary: 'Takes in a file as a source of knowledge.',
  query: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    folder_id: z.optional(z.uuid()),
  }),
  accepts: 'file',
  response: knowledgeSource,
});

export const createKnowledgeFolder = endpoint({
  method: 'POST',
  path: '/knowledge/v1/folders',
  requires: { privilege: 'knowledge.create' },
  summary: 'Makes a folder of knowledge.',
  body: z.strictObject({ name: sourceName }),
  response: knowledgeSource,
});

/**
 * Adds a web page, which is fetched in the background; a forbidden address makes the source `failed` with
 * address_refused.
 */
export const addWebPage = endpoint({
  method: 'POST',
  path: '/knowledge/v1/web-pages',
  requires: { privilege: 'knowledge.create' },
  summary: 'Takes in a web page as a source of knowledge.',
  body: z.strictObject({
    url: sourceUrl,
    refresh: z._default(knowledgeRefresh, 'never'),
    /** The name; defaults to the page's own title. */
    name: z.optional(sourceName),
    folder_id: z.optional(z.uuid()),
  }),
  response: knowledgeSource,
});

/** Saves a text in Markdown that is written in the studio. */
export const writeKnowledgeText = endpoint({
  method: 'POST',
  path: '/knowledge/v1/texts',
  requires: { privilege: 'knowledge.create' },
  summary: 'Keeps a text as a source of knowledge.',
  body: z.strictObject({ name: sourceName, content: sourceText, folder_id: z.optional(z.uuid()) }),
  response: knowledgeSource,
});

/** Returns the text as it was written, and its revision; only for the kind `text`. */
export const getKnowledgeText = endpoint({
  method: 'GET',
  path: '/knowledge/v1/sources/:source_id/text',
  requires: {},
  summary: 'A text that was written in the studio.',
  params: sourceParams,
  response: z.object({ content: z.string(), revision: z.int() }),
});

/** Saves a text. Refused with conflict if it is no longer at the revision that the caller saw. */
export const saveKnowledgeText = endpoint({
  method: 'PUT',
  path: '/knowledge/v1/sources/:source_id/text',
  requires: {},
  summary: 'Saves a text that was written in the studio.',
  params: sourceParams,
  body: z.strictObject({ revision: z.int(), content: sourceText }),
  response: knowledgeSource,
});

/** Replaces a file. Until the new one is read, and if it cannot be, the previous one is kept. */
export const replaceKnowledgeFile = endpoint({
  method: 'POST',
  path: '/knowledge/v1/sources/:source_id/file',
  requires: {},
  summary: 'Replaces the file of a source of knowledge.',
  params: sourceParams,
  query: z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  accepts: 'file',
  response: knowledgeSource,
});

/**
 * Changes a source. `url` and `refresh` are for web pages, `folder_id` for everything but folders (null: out of its
 * folder).
 */
export const changeKnowledge = endpoint({
  method: 'PATCH',
  path: '/knowledge/v1/sources/:source_id',
  requires: {},
  summary: 'Renames, moves or schedules a source of knowledge.',
  params: sourceParams,
  body: z.strictObject({
    name: z.optional(sourceName),
    url: z.optional(sourceUrl),
    refresh: z.optional(knowledgeRefresh),
    folder_id: z.optional(z.nullable(z.uuid())),
  }),
  response: knowledgeSource,
});

/** Sets the access. Contents of a folder are refused with conflict. */
export const setKnowledgeAccess = endpoint({
  method: 'PUT',
  path: '/knowledge/v1/sources/:source_id/access',
  requires: {},
  summary: 'Says who may read a source of knowledge.',
  params: sourceParams,
  body: z.strictObject({
    scope: knowledgeScope,
    ...named,
  }),
  response: knowledgeSource,
});

/** Reads it again now: fetches a web page, retries a file that failed. A folder: everything in it. */
export const refreshKnowledge = endpoint({
  method: 'POST',
  path: '/knowledge/v1/sources/:source_id/refresh',
  requires: {},
  summary: 'Reads a source of knowledge anew.',
  params: sourceParams,
  response: knowledgeSource,
});

/** Removes it, and its contents, from every agent that has it; `used_by` of the source names them. */
export const deleteKnowledge = endpoint({
  method: 'DELETE',
  path: '/knowledge/v1/sources/:source_id',
  requires: {},
  summary: 'Deletes a source of knowledge.',
  params: sourceParams,
  response: z.object({}),
});

/**
 * Restores a deleted source, also to the agents that still name it. If its folder was deleted as well, it lies in none,
 * for its owner alone.
 */
export const restoreKnowledge = endpoint({
  method: 'POST',
  path: '/knowledge/v1/sources/:source_id/restore',
  requires: {},
  summary: 'Brings a deleted source of knowledge back.',
  params: sourceParams,
  response: knowledgeSource,
});

/**
 * Lists the passages as retrieval sees them, starting at `from`; with `agent_id` also those of this agent's knowledge.
 * A folder has none of its own.
 */
export const listKnowledgePassages = endpoint({
  method: 'GET',
  path: '/knowledge/v1/sources/:source_id/passages',
  requires: {},
  summary: 'The passages of a source of knowledge.',
  params: sourceParams,
  query: z.object({
    from: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(passagesAtMost)), 20),
    agent_id: z.optional(z.uuid()),
  }),
  response: z.object({ passages: z.number(), items: z.array(filePassage) }),
});
