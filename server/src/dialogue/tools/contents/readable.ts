import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { isInReadableShare } from '../../messages/readable-shares.ts';

/** Finds bytes in a result that the member may read: of an answer in a dialogue of their own, or shared with them. */
export function findReadableContent(trx: Trx, memberId: string, id: string) {
  const answerId = sql`coalesce(call.answer_id, runs.answer_id)`;
  return trx
    .selectFrom('tool_contents')
    .innerJoin('tool_calls as call', 'call.id', 'tool_contents.call_id')
    .leftJoin('runs', 'runs.id', 'call.run_id')
    .where('tool_contents.id', '=', id)
    .where('storage_key', 'is not', null)
    .where((is) =>
      is.or([
        sql<boolean>`exists (
          select from messages as answer join dialogues on dialogues.id = answer.dialogue_id
          where answer.id = ${answerId} and dialogues.member_id = ${memberId} and dialogues.deleted_at is null)`,
        isInReadableShare(memberId, answerId),
      ]),
    )
    .select(['tool_contents.id', 'name', 'media_type', 'size', 'storage_key', 'type'])
    .executeTakeFirst();
}
