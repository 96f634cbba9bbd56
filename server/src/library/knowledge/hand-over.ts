import { sql } from 'kysely';
import { requireColleagues } from '../../people/naming/named.ts';
import { requireRoomOf } from '../../people/privileges/owned.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { lockSource } from './repository.ts';
import type { Who } from './visible.ts';

/**
 * Gives a source to another member, a folder with its contents. Throws conflict for a source in a folder, which belongs
 * to the folder's owner, and receiver_full if it would exceed their limit.
 */
export async function handOver(trx: Trx, who: Who, id: string, to: string): Promise<void> {
  const source = await lockSource(trx, who, id);
  if (source.folder_id !== null) throw new ApiError('conflict');
  if (source.owner_id === to) return;
  const { inside } = await trx
    .selectFrom('knowledge_sources')
    .where('folder_id', '=', id)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('inside'))
    .executeTakeFirstOrThrow();
  await requireRoomOf(trx, to, 'knowledge_sources', 1 + inside);
  await requireColleagues(trx, who.organizationId, [to]);
  await trx
    .updateTable('knowledge_sources')
    .set({ owner_id: to })
    .where((is) => is.or([is('id', '=', id), is('folder_id', '=', id)]))
    .execute();
  // The new owner is not named beside; a source for no one else becomes private.
  await trx.deleteFrom('knowledge_people').where('source_id', '=', id).where('member_id', '=', to).execute();
  await sql`
    update knowledge_sources set access = 'private' where id = ${id} and access = 'people'
      and not exists (select from knowledge_people where source_id = ${id}) and not exists (select from knowledge_teams where source_id = ${id})`.execute(
    trx,
  );
  await record(trx, {
    action: 'knowledge_source.handed_over',
    target: { id, name: source.name },
    before: { owner: source.owner_id },
    after: { owner: to },
  });
}
