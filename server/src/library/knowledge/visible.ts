import type { Holder } from '@parlance/shared/contract/access/evaluate';
import { sql } from 'kysely';
import { isNamedIn } from '../../people/naming/named.ts';
import { type ThingInSql, mayInSql } from '../../people/privileges/in-sql.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';

export type Who = Holder & Pick<Caller, 'organizationId' | 'memberId'>;

/** The id that carries the scope: the folder's, for a source in a folder. */
export const naming = sql`coalesce(folder.id, source.id)`;

/**
 * Returns the condition that a person may read the statement's `source`, whose folder is `folder`: it is theirs, it is
 * shared with them by name, with a team of theirs or with everybody, they are an administrator, or their privileges say
 * so. A source in a folder is as the folder is.
 */
export const isReadableBy = (who: Who) => sql<boolean>`(
  source.deleted_at is null and folder.deleted_at is null and ${mayInSql(who, 'knowledge', 'use', sourceInSql(who))})`;

const sourceInSql = ({ memberId }: Who): ThingInSql => ({
  id: naming,
  isOwn: sql<boolean>`(coalesce(source.owner_id = ${memberId}, false) or coalesce(folder.owner_id = ${memberId}, false))`,
  isVisible: sql<boolean>`(coalesce(folder.access, source.access) = 'organization' or (coalesce(folder.access, source.access) = 'people' and ${isNamedIn('knowledge_source', naming, memberId)}))`,
});

/** A source is given to a person by name, to a team of theirs or to everybody. */
export const isGivenTo = (who: Who) => sourceInSql(who).isVisible;

/** Selects all sources with their folders, under the names isReadableBy expects. */
export const sourcesWithFolders = (trx: Trx) =>
  trx
    .selectFrom('knowledge_sources as source')
    .leftJoin('knowledge_sources as folder', 'folder.id', 'source.folder_id');

/**
 * Returns the condition that an agent has the source, itself or by its folder, and it is not deleted: shown with the
 * agent to whoever may read the agent.
 */
export const isHeldAmong = (held: readonly string[]) => sql<boolean>`(
  (source.id = any(${held}::uuid[]) or source.folder_id = any(${held}::uuid[])) and source.deleted_at is null and folder.deleted_at is null)`;

type Options = {
  ids: readonly string[];
  /** Sources an agent has already: an editor of the agent may keep them, seen or not. */
  held?: readonly string[];
};

/**
 * Returns those of the sources that a person may give to an agent. The others are deleted, or do not exist for them.
 */
export async function usableKnowledge(trx: Trx, who: Who, { ids, held = [] }: Options): Promise<string[]> {
  if (ids.length === 0) return [];
  const isHeld = sql<boolean>`(source.id = any(${held}::uuid[]) and source.deleted_at is null and folder.deleted_at is null)`;
  const rows = await sourcesWithFolders(trx)
    .where('source.organization_id', '=', who.organizationId)
    .where('source.id', 'in', ids)
    .where((is) => is.or([isReadableBy(who), isHeld]))
    .select('source.id')
    .execute();
  const usable = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => usable.has(id));
}

/**
 * The files that an agent searches: those of its sources and of what lies in its folders. What the person may not read
 * and the agent does not have already is left out.
 */
export async function filesOfKnowledge(trx: Trx, who: Who, wanted: Options): Promise<string[]> {
  return filesOf(trx, await usableKnowledge(trx, who, wanted));
}

/** Returns the files of sources and of folders' contents, whoever may read them. A deleted source has none. */
export async function filesOf(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sourcesWithFolders(trx)
    .where((is) => is.or([is('source.id', 'in', ids), is('source.folder_id', 'in', ids)]))
    .where('source.deleted_at', 'is', null)
    .where('folder.deleted_at', 'is', null)
    .where('source.file_id', 'is not', null)
    .select('source.file_id')
    .distinct()
    .execute();
  return rows.flatMap(({ file_id }) => file_id ?? []);
}
