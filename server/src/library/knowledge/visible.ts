import type { Holder } from '@parlance/shared/contract/access/evaluate';
import { sql } from 'kysely';
import { isNamedIn } from '../../people/naming/named.ts';
import { type ThingInSql, mayInSql } from '../../people/privileges/in-sql.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';

export type Who = Holder & Pick<Caller, 'organizationId' | 'memberId'>;

/** What lies in a folder names whom the folder names. */
export const naming = sql`coalesce(folder.id, source.id)`;

/**
 * Whether a person may read the source of a statement whose `source` it is, with its folder as `folder`: it is theirs,
 * it is given to them by name, to a team of theirs or to everybody, they are an administrator, or their privileges say
 * so. What lies in a folder is as the folder is.
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

/** All sources with their folders, as isReadableBy names them. */
export const sourcesWithFolders = (trx: Trx) =>
  trx
    .selectFrom('knowledge_sources as source')
    .leftJoin('knowledge_sources as folder', 'folder.id', 'source.folder_id');

/**
 * What an agent has, itself or the folder it lies in, unless it was deleted: shown with the agent, whoever may read it
 * otherwise.
 */
export const isHeldAmong = (held: readonly string[]) => sql<boolean>`(
  (source.id = any(${held}::uuid[]) or source.folder_id = any(${held}::uuid[])) and source.deleted_at is null and folder.deleted_at is null)`;

type Options = {
  ids: readonly string[];
  /** Those that an agent has already: who may change the agent may keep them, seen or not. */
  held?: readonly string[];
};

/** Which of the sources a person may give to an agent. What is missing was deleted, or is nothing to them. */
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

/** The files of sources and of what lies in folders, whoever may read them. What was deleted has none. */
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
