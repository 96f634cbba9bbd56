import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { newestBelow } from './branch.ts';

/**
 * Takes a waiting prompt out of its dialogue, with the empty answer and its run; what was to follow it follows the
 * previous message. Returns whether it waited: one whose turn has come is stopped instead. Call it with the dialogue
 * locked.
 */
export async function takeBack(trx: Trx, dialogueId: string, runId: string): Promise<boolean> {
  const waiting = await findWaiting(trx, dialogueId, runId);
  if (waiting === undefined) return false;
  const { prompt_id, answer_id, parent_id } = waiting;
  const inDialogue = sql<boolean>`dialogue_id = ${dialogueId}`;
  await trx.updateTable('messages').set({ parent_id }).where(inDialogue).where('parent_id', '=', answer_id).execute();
  const before = parent_id ?? (await newestButThese(trx, dialogueId, [prompt_id, answer_id]));
  const isRead = await trx
    .selectFrom('dialogues')
    .where('id', '=', dialogueId)
    .where('leaf_id', '=', answer_id)
    .select('id')
    .executeTakeFirst();
  await trx
    .updateTable('dialogues')
    .set({ leaf_id: before })
    .where('id', '=', dialogueId)
    .where('leaf_id', '=', answer_id)
    .execute();
  await trx.deleteFrom('messages').where(inDialogue).where('id', 'in', [prompt_id, answer_id]).execute();
  if (isRead !== undefined) {
    await trx
      .updateTable('dialogues')
      .set({ leaf_id: (await newestBelow(trx, dialogueId, before)) ?? before })
      .where('id', '=', dialogueId)
      .execute();
  }
  return true;
}

function findWaiting(trx: Trx, dialogueId: string, runId: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('messages', 'messages.id', 'runs.prompt_id')
    .where('runs.id', '=', runId)
    .where('runs.dialogue_id', '=', dialogueId)
    .where('runs.status', '=', 'queued')
    .where(sql<boolean>`exists (select from runs as before where before.dialogue_id = runs.dialogue_id
      and (before.status = 'running' or (before.status = 'queued' and before.number < runs.number)))`)
    .select(['runs.prompt_id', 'runs.answer_id', 'messages.parent_id'])
    .executeTakeFirst();
}

/** Always finds one: a waiting prompt has an answer before it. */
async function newestButThese(trx: Trx, dialogueId: string, these: readonly string[]): Promise<string> {
  const { id } = await trx
    .selectFrom('messages')
    .where('dialogue_id', '=', dialogueId)
    .where('id', 'not in', these)
    .select('id')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}
