import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import { ownDialogueTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { keepEntries } from '../messages/search-index.ts';
import { requestStop, stopWaiting } from '../runs/repository.ts';
import { lockOwnDialogue, updateDialogue } from './repository.ts';

/** How long a deleted dialogue can be brought back. */
const keptDays = 30;
const kept = sql<Date>`now() - ${days(keptDays)}`;
/** In one transaction: each takes its answers along. */
export const dialoguesAtOnce = 50;

/** Takes a dialogue out of every list. What is written in it or waits there is stopped: nobody would read it. */
export async function deleteDialogue(
  app: FastifyInstance,
  { organizationId, memberId }: Caller,
  id: string,
): Promise<void> {
  const running = await app.db.asTenant(organizationId, async (trx) => {
    if ((await lockOwnDialogue(trx, memberId, id)) === undefined) throw new ApiError('not_found');
    await updateDialogue(trx, id, { deleted_at: new Date() });
    await keepEntries(trx, id, false);
    await deleteSharesOf(trx, id);
    await stopWaiting(trx, id);
    await record(trx, { action: 'dialogue.deleted', target: await ownDialogueTarget(trx, id) });
    const runs = await trx
      .selectFrom('runs')
      .where('dialogue_id', '=', id)
      .where('status', '=', 'running')
      .select('id')
      .execute();
    for (const run of runs) await requestStop(trx, run.id);
    return runs;
  });
  for (const run of running) app.runs.halt(run.id);
}

/** Brings a deleted dialogue of the member back; false where there is none, or it was deleted too long ago. */
export async function restoreDialogue(trx: Trx, memberId: string, id: string): Promise<boolean> {
  const restored = await trx
    .updateTable('dialogues')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where((is) => is.or([is('deleted_at', 'is', null), is('deleted_at', '>', kept)]))
    .returning('id')
    .executeTakeFirst();
  if (restored !== undefined) {
    await keepEntries(trx, id, true);
    await record(trx, { action: 'dialogue.restored', target: await ownDialogueTarget(trx, id) });
  }
  return restored !== undefined;
}

/** What cannot be brought back any more. */
export const deletedDialogues: Due = {
  table: 'dialogues',
  by: 'deleted_at',
  keptFor: days(keptDays),
  where: isFree('dialogues.organization_id', 'dialogues.member_id'),
};

/** In no list of anybody, and left by what they were asked for. */
export const unlistedDialogues: Due = {
  table: 'dialogues',
  by: 'created_at',
  keptFor: days(executionKeptDays),
  where: sql<boolean>`not dialogues.is_listed and ${isFree('dialogues.organization_id', 'dialogues.member_id')}`,
};

/** Ends every share of a dialogue: bringing the dialogue back later does not open it again. */
async function deleteSharesOf(trx: Trx, dialogueId: string): Promise<void> {
  await trx.deleteFrom('shares').where('dialogue_id', '=', dialogueId).execute();
}
