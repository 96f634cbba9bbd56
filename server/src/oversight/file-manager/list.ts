import type {
  ManagedDetail,
  ManagedFile,
  ManagedFilter,
  ManagedOrder,
} from '@parlance/shared/contract/api/file-manager';
import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import { moment } from '@parlance/shared/contract/values/moment';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { knowledgeInUse } from '../../library/knowledge/agents.ts';
import { type Reader, readSource, readSources, stateOf } from '../../library/knowledge/repository.ts';
import { findVersions } from '../../library/knowledge/versions.ts';
import { isReadableBy, sourcesWithFolders } from '../../library/knowledge/visible.ts';
import { containsText } from '../../platform/db/contains-text.ts';
import type { Trx } from '../../platform/db/database.ts';
import { mediaTypesOf, typeOf } from './types.ts';

/** The orders of the list: the expression, the id beside it in the same index, and the cursor position. */
const orders = {
  name: {
    by: sql.ref<string>('source.sort_name'),
    id: sql.ref<string>('source.id'),
    position: z.tuple([z.string(), z.uuid()]),
    type: sql`text`,
  },
  changed: {
    by: sql.ref<Date>('source.updated_at'),
    id: sql.ref<string>('source.id'),
    position: z.tuple([moment, z.uuid()]),
    type: sql`timestamptz`,
  },
  size: {
    by: sql.ref<number>('files.size'),
    id: sql.ref<string>('files.id'),
    position: z.tuple([z.int32(), z.uuid()]),
    type: sql`integer`,
  },
} as const satisfies Record<
  ManagedOrder,
  { by: RawBuilder<unknown>; id: RawBuilder<string>; position: z.ZodMiniType; type: RawBuilder<unknown> }
>;

export const positionIn = (order: ManagedOrder): z.ZodMiniType<readonly [string | number, string]> =>
  orders[order].position;

export type FileQuery = ManagedFilter & {
  readonly order: ManagedOrder;
  readonly direction: 'asc' | 'desc';
  readonly after: readonly [string | number, string] | null;
  readonly limit: number;
};

/** Finds a page, cut before any join: it costs as much as its rows. One more than `limit` if there are more. */
export async function findPage(trx: Trx, reader: Reader, wanted: FileQuery) {
  const used = wanted.use === undefined ? [] : await knowledgeInUse(trx, reader.organizationId);
  return pageQueryOf(trx, reader, wanted, used).execute();
}

/** `used`: what agents have, where the filter asks for it. */
export function pageQueryOf(
  trx: Trx,
  reader: Reader,
  { order, direction, after, limit, ...filter }: FileQuery,
  used: readonly string[],
) {
  const { by, id, type } = orders[order];
  let query = filtered(trx, reader, filter, used).select([
    'source.id',
    sql<Date | string | number>`${by}`.as('at'),
    sql<string>`${id}`.as('at_id'),
  ]);
  const isBehind = direction === 'asc' ? sql`>` : sql`<`;
  if (after !== null)
    query = query.where(sql<boolean>`(${by}, ${id}) ${isBehind} (${after[0]}::${type}, ${after[1]}::uuid)`);
  return query
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit + 1);
}

function filtered(
  trx: Trx,
  reader: Reader,
  { q, kind, folder, state, type, owner_id, use, size }: ManagedFilter,
  used: readonly string[],
) {
  let query = sourcesWithFolders(trx)
    .innerJoin('files', 'files.id', 'source.file_id')
    .where('source.organization_id', '=', reader.organizationId)
    .where('files.organization_id', '=', reader.organizationId)
    .where('source.file_id', 'is not', null)
    .where('source.deleted_at', 'is', null)
    .where(isReadableBy(reader));
  if (q !== '')
    query = query.where((is) =>
      is.or([containsText(is.ref('source.sort_name'), q), containsText(is.ref('source.url'), q)]),
    );
  if (kind !== undefined) query = query.where('source.kind', '=', kind);
  if (folder === 'none') query = query.where('source.folder_id', 'is', null);
  else if (folder !== undefined) query = query.where('source.folder_id', '=', folder);
  if (state !== undefined) query = query.where(sql<boolean>`${stateOf(reader.embeddingModel)} = ${state}`);
  if (type !== undefined) query = query.where('files.media_type', 'in', mediaTypesOf[type]);
  if (owner_id !== undefined) query = query.where('source.owner_id', '=', owner_id);
  if (size !== undefined) query = query.where('files.size', '>=', size);
  const isUsed = sql<boolean>`(source.id = any(${used}::uuid[]) or coalesce(source.folder_id = any(${used}::uuid[]), false))`;
  if (use !== undefined) query = query.where(use === 'used' ? isUsed : sql<boolean>`not ${isUsed}`);
  return query;
}

/** Builds files for the contract, in the order of their ids. */
export async function managedFiles(trx: Trx, reader: Reader, ids: readonly string[]): Promise<ManagedFile[]> {
  return managedOf(trx, await readSources(trx, reader, ids));
}

async function managedOf(trx: Trx, sources: readonly KnowledgeSource[]): Promise<ManagedFile[]> {
  if (sources.length === 0) return [];
  const rows = await sourcesWithFolders(trx)
    .leftJoin('files', 'files.id', 'source.file_id')
    .where(
      'source.id',
      'in',
      sources.map(({ id }) => id),
    )
    .select(['source.id', 'files.media_type', 'folder.id as folder_id', 'folder.name as folder_name'])
    .execute();
  const around = new Map(rows.map((row) => [row.id, row]));
  return sources.map((source) => {
    const { media_type = null, folder_id = null, folder_name = null } = around.get(source.id) ?? {};
    return {
      ...source,
      type: media_type === null ? null : typeOf(media_type),
      folder: folder_id === null || folder_name === null ? null : { id: folder_id, name: folder_name },
    };
  });
}

/** Reads a file or a folder with its uses. Throws not_found if it does not exist for the reader. */
export async function readManaged(trx: Trx, reader: Reader, id: string): Promise<ManagedDetail> {
  const [file] = await managedOf(trx, [await readSource(trx, reader, id)]);
  if (file === undefined) throw new Error('A source has become no file.');
  return { ...file, dialogues: await countDialogues(trx, id), versions: await findVersions(trx, id) };
}

/**
 * Counts the dialogues that quote a source; for a folder, those that quote its contents. Trials of agents and deleted
 * dialogues do not count.
 */
async function countDialogues(trx: Trx, sourceId: string): Promise<number> {
  const { dialogues } = await trx
    .selectFrom('file_dialogues')
    .innerJoin('dialogues', 'dialogues.id', 'file_dialogues.dialogue_id')
    .where(
      'file_id',
      'in',
      trx
        .selectFrom('knowledge_sources')
        .where((is) =>
          is.or([is('id', '=', sourceId), is.and([is('folder_id', '=', sourceId), is('deleted_at', 'is', null)])]),
        )
        .where('file_id', 'is not', null)
        .select(sql<string>`file_id`.as('file_id')),
    )
    .where('dialogues.kind', '=', 'member')
    .where('dialogues.deleted_at', 'is', null)
    .select(sql<number>`count(distinct dialogue_id)::int`.as('dialogues'))
    .executeTakeFirstOrThrow();
  return dialogues;
}
