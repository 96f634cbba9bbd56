import { knowledgeRights } from '@parlance/shared/contract/access/knowledge-rights';
import type {
  KnowledgeKind,
  KnowledgeScope,
  KnowledgeSource,
  KnowledgeState,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import type { Colleague } from '@parlance/shared/contract/values/colleague';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import { peopleNamedIn, teamsNamedIn } from '../../people/naming/named.ts';
import { containsText } from '../../platform/db/contains-text.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { unreadPagesOfFile } from '../files/unread-pages.ts';
import { recognitionOfFile } from '../recognition/recognized-pages.ts';
import { agentsUsing } from './agents.ts';
import { type Who, isGivenTo, isHeldAmong, isReadableBy, naming, sourcesWithFolders } from './visible.ts';

/** The reader, their language, and the model whose vectors an indexed source has; null if there is none. */
export type Reader = Who & { language: Language; embeddingModel: string | null };

export const stateOf = (embeddingModel: string | null) => sql<KnowledgeState>`(case
  when source.kind = 'folder' then 'ready'
  when files.state = 'ready' then case when ${embeddingModel}::text is not null and files.indexed_model is distinct from ${embeddingModel}::text then 'indexing' else 'ready' end
  when source.requested_at is not null and source.reading_at is null then 'waiting'
  when source.requested_at is null and files.state = 'failed' then 'failed'
  else 'reading' end)`;

export const nameOf = (member: ReturnType<typeof sql>) => sql<Colleague | null>`(
  select json_build_object('id', memberships.id, 'name', ${memberName}) from memberships join users on users.id = memberships.user_id where memberships.id = ${member})`;

/** Aggregates over the sources in a folder that are not deleted. */
const inFolder = (what: ReturnType<typeof sql>) => sql<number>`(
  select ${what} from knowledge_sources as inside left join files as inner_files on inner_files.id = inside.file_id
  where inside.folder_id = source.id and inside.deleted_at is null)`;
const passagesOf = sql`(select count(*)::integer from passages where passages.file_id = files.id)`;

/** Sources that are there, with all that a person sees of one; `isVisible` says whether they may. */
const wholeSources = (trx: Trx, reader: Reader) =>
  sourcesWithFolders(trx)
    .leftJoin('files', 'files.id', 'source.file_id')
    .where('source.organization_id', '=', reader.organizationId)
    .select([
      'source.id',
      'source.kind',
      'source.name',
      'source.folder_id',
      'source.file_id',
      'source.url',
      'source.refresh',
      'source.refreshed_at',
      'source.updated_at',
      'source.owner_id',
    ])
    .select([
      stateOf(reader.embeddingModel).as('state'),
      unreadPagesOfFile.as('unread_pages'),
      recognitionOfFile.as('recognition'),
    ])
    .select(
      sql<
        string | null
      >`case when source.requested_at is null then coalesce(source.error_code, files.error_code) end`.as('error_code'),
    )
    .select(
      sql<boolean>`case when source.kind = 'folder' then ${inFolder(sql`count(*) filter (where inside.requested_at is not null) > 0`)} else files.state = 'ready' and source.requested_at is not null end`.as(
        'is_refreshing',
      ),
    )
    .select(
      sql<number>`case when source.kind = 'folder' then ${inFolder(sql`coalesce(sum(inner_files.size), 0)::float8`)} else files.size end`.as(
        'size',
      ),
    )
    .select(
      sql<number>`case when source.kind = 'folder' then ${inFolder(sql`(select count(*) from passages where passages.file_id = any(array_agg(inside.file_id)))::integer`)} else ${passagesOf} end`.as(
        'passages',
      ),
    )
    .select(
      sql<number>`case when source.kind = 'folder' then ${inFolder(sql`count(*)::integer`)} else 0 end`.as('items'),
    )
    .select(sql<KnowledgeScope>`coalesce(folder.access, source.access)`.as('access'))
    .select([
      nameOf(sql`source.owner_id`).as('owner'),
      peopleNamedIn('knowledge_source', naming).as('people'),
      teamsNamedIn('knowledge_source', naming).as('teams'),
      sql<boolean>`coalesce(${isGivenTo(reader)}, false)`.as('is_visible'),
    ])
    .select(sql<string>`lower(source.name)`.as('sort_name'));

export type SourceRow = Awaited<ReturnType<ReturnType<typeof wholeSources>['executeTakeFirstOrThrow']>>;

/** Rows as the contract has them, with the agents that use them. */
export async function sourcesOf(trx: Trx, reader: Reader, rows: readonly SourceRow[]): Promise<KnowledgeSource[]> {
  const asked = [...new Set(rows.flatMap(({ id, folder_id }) => (folder_id === null ? [id] : [id, folder_id])))];
  const using = await agentsUsing(trx, reader, reader.language, asked);
  return rows.map(({ sort_name: _, owner_id, is_visible, refreshed_at, updated_at, ...row }) => {
    const agents = [...(using.get(row.id) ?? []), ...(row.folder_id === null ? [] : (using.get(row.folder_id) ?? []))];
    return {
      ...row,
      refreshed_at: refreshed_at?.toISOString() ?? null,
      updated_at: updated_at.toISOString(),
      used_by: [...new Map(agents.map((agent) => [agent.id, agent])).values()],
      can: knowledgeRights(reader, { id: row.folder_id ?? row.id, ownerId: owner_id, isVisible: is_visible }),
    };
  });
}

/** The position of a page: after the source with this sort name and id. */
export type SourcePosition = readonly [sortName: string, id: string];
export type SourceQuery = {
  q: string;
  kind?: KnowledgeKind | undefined;
  state?: KnowledgeState | undefined;
  folderId?: string | undefined;
  ids?: readonly string[] | undefined;
  /** Sources of an agent that the reader may see: shown even if they could not find them otherwise. */
  held?: readonly string[];
  after: SourcePosition | null;
  limit: number;
};

/** Finds the sources a person may read, by name, one more than `limit` if there are more. */
export function findSources(
  trx: Trx,
  reader: Reader,
  { q, kind, state, folderId, ids, held = [], after, limit }: SourceQuery,
) {
  let query = wholeSources(trx, reader).where((is) => is.or([isReadableBy(reader), isHeldAmong(held)]));
  if (ids !== undefined) query = query.where(sql<boolean>`source.id = any(${ids}::uuid[])`);
  else if (folderId !== undefined) query = query.where('source.folder_id', '=', folderId);
  else if (q === '') query = query.where('source.folder_id', 'is', null);
  if (q !== '')
    query = query.where((is) => is.or([containsText(is.ref('source.name'), q), containsText(is.ref('source.url'), q)]));
  if (kind !== undefined) query = query.where('source.kind', '=', kind);
  if (state !== undefined) query = query.where(sql<boolean>`${stateOf(reader.embeddingModel)} = ${state}`);
  if (after !== null)
    query = query.where(sql<boolean>`(lower(source.name), source.id) > (${after[0]}, ${after[1]}::uuid)`);
  return query
    .orderBy(sql`lower(source.name)`)
    .orderBy('source.id')
    .limit(limit + 1)
    .execute();
}

/** Sources that a person may read, in the order of their ids; what is nothing to them is left out. */
export async function readSources(trx: Trx, reader: Reader, ids: readonly string[]): Promise<KnowledgeSource[]> {
  if (ids.length === 0) return [];
  const rows = await wholeSources(trx, reader).where('source.id', 'in', ids).where(isReadableBy(reader)).execute();
  const byId = new Map((await sourcesOf(trx, reader, rows)).map((source) => [source.id, source]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Reads a source that a person may read, or that an agent of theirs has. Throws not_found. */
export async function readSource(
  trx: Trx,
  reader: Reader,
  id: string,
  held: readonly string[] = [],
): Promise<KnowledgeSource> {
  const row = await wholeSources(trx, reader)
    .where('source.id', '=', id)
    .where((is) => is.or([isReadableBy(reader), isHeldAmong(held)]))
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  const [source] = await sourcesOf(trx, reader, [row]);
  if (source === undefined) throw new Error('A row has become no source.');
  return source;
}

/**
 * Locks a source that a person may change until the transaction ends. Throws not_found if it does not exist for them,
 * and forbidden if they may only read it.
 */
export async function lockSource(trx: Trx, who: Who, id: string) {
  const found = await trx
    .selectFrom('knowledge_sources')
    .where('id', '=', id)
    .where('organization_id', '=', who.organizationId)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  const mayEdit = (isVisible: boolean) =>
    knowledgeRights(who, { id: found.folder_id ?? found.id, ownerId: found.owner_id, isVisible }).edit;
  if (mayEdit(false)) return found;
  const near = await sourcesWithFolders(trx)
    .where('source.id', '=', id)
    .select([isGivenTo(who).as('is_given'), isReadableBy(who).as('is_readable')])
    .executeTakeFirst();
  if (near?.is_given === true && mayEdit(true)) return found;
  throw new ApiError(near?.is_readable === true ? 'forbidden' : 'not_found');
}

/**
 * Locks a folder that a person may add to. Throws as lockSource does, and validation_failed for anything but a folder.
 */
export async function lockFolder(trx: Trx, who: Who, id: string) {
  const found = await lockSource(trx, who, id);
  if (found.kind !== 'folder')
    throw new ApiError('validation_failed', { issues: [{ path: 'folder_id', message: 'This is no folder.' }] });
  return found;
}
