import { type Folder, foldersAtMost } from '@parlance/shared/contract/api/folders';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

type Who = { organizationId: string; memberId: string };

/** Counts the dialogues a member sees in a folder. */
const dialogues = sql<number>`(
  select count(*)::integer from dialogues
  where dialogues.member_id = folders.member_id and dialogues.folder_id = folders.id and dialogues.deleted_at is null and not dialogues.is_archived)`;

const ownFolders = (trx: Trx, memberId: string) =>
  trx
    .selectFrom('folders')
    .where('member_id', '=', memberId)
    .select(['id', 'name', dialogues.as('dialogues')]);

export function findOwnFolders(trx: Trx, memberId: string): Promise<Folder[]> {
  return ownFolders(trx, memberId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

/** Finds a folder of the member, locked until the transaction ends: for everyone else it does not exist. */
export function findOwnFolder(trx: Trx, memberId: string, id: string): Promise<Folder | undefined> {
  return ownFolders(trx, memberId).where('id', '=', id).forKeyShare().executeTakeFirst();
}

/** Locks the folders of a member: two tabs see each other's names and count. */
export async function lockFolders(trx: Trx, memberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`folders ${memberId}`}, 0))`.execute(trx);
}

/** Inserts a folder; call it with the folders locked. Throws folders_full and name_taken. */
export async function insertFolder(trx: Trx, { organizationId, memberId }: Who, name: string): Promise<Folder> {
  const own = await findOwnFolders(trx, memberId);
  if (own.length >= foldersAtMost) throw new ApiError('folders_full');
  await requireFreeName(trx, memberId, name, null);
  const { id } = await trx
    .insertInto('folders')
    .values({ organization_id: organizationId, member_id: memberId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, name, dialogues: 0 };
}

/** Renames a folder; call it with the folders locked. Throws name_taken. */
export async function renameFolder(trx: Trx, memberId: string, id: string, name: string): Promise<void> {
  await requireFreeName(trx, memberId, name, id);
  await trx.updateTable('folders').set({ name }).where('id', '=', id).where('member_id', '=', memberId).execute();
}

/** Throws name_taken for a name that exists, in any letter case. */
async function requireFreeName(trx: Trx, memberId: string, name: string, exceptId: string | null): Promise<void> {
  let same = trx
    .selectFrom('folders')
    .where('member_id', '=', memberId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .select('id');
  if (exceptId !== null) same = same.where('id', '<>', exceptId);
  if ((await same.executeTakeFirst()) !== undefined) throw new ApiError('name_taken');
}

/** Deletes a folder; its dialogues stay, without one. False for an unknown id. */
export async function deleteFolder(trx: Trx, memberId: string, id: string): Promise<boolean> {
  const deleted = await trx
    .deleteFrom('folders')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}
