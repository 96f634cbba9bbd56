import { type Rating, isReasonOf } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { answerRated } from './domain-events.ts';

/** Stores a member's rating of an answer, replacing the previous one. */
export async function keepRating(
  trx: Trx,
  organizationId: string,
  messageId: string,
  { value, reasons, comment }: Rating,
): Promise<Rating> {
  if (!reasons.every((reason) => isReasonOf(value, reason))) {
    throw new ApiError('validation_failed', {
      issues: [{ path: 'body.reasons', message: 'These reasons do not go with this rating.' }],
    });
  }
  const kept = { value, reasons: [...new Set(reasons)], comment };
  const before = await trx
    .selectFrom('ratings')
    .where('message_id', '=', messageId)
    .select(['value', 'comment'])
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto('ratings')
    .values({ organization_id: organizationId, message_id: messageId, ...kept })
    .onConflict((found) => found.column('message_id').doUpdateSet({ ...kept, updated_at: sql<Date>`now()` }))
    .execute();
  await answerRated.publish(trx, { organizationId, messageId, before });
  return kept;
}

export async function removeRating(trx: Trx, messageId: string): Promise<void> {
  await trx.deleteFrom('ratings').where('message_id', '=', messageId).execute();
}
