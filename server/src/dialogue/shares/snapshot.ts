import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { isAbove } from '../messages/readable-shares.ts';

type Row = { id: string; author: 'member' | 'bot'; is_active: boolean };

/**
 * Returns the end of the branch that can be shared now: its last answer with nothing above it still being written or
 * waiting, because shared content must not change. Null if there is none yet.
 */
export async function lastWholeAnswer(trx: Trx, dialogueId: string, leafId: string): Promise<string | null> {
  const { rows } = await sql<Row>`
    with recursive branch as (
      select id, parent_id, author, 1 as step from messages where dialogue_id = ${dialogueId} and id = ${leafId}
      union all
      select above.id, above.parent_id, above.author, branch.step + 1
      from branch join messages as above on above.dialogue_id = ${dialogueId} and above.id = branch.parent_id)
    select id, author, exists (select from runs where runs.answer_id = branch.id and runs.status in ('queued', 'running')) as is_active
    from branch order by step desc`.execute(trx);
  const active = rows.findIndex(({ is_active }) => is_active);
  const whole = active === -1 ? rows : rows.slice(0, active);
  return whole.findLast(({ author }) => author === 'bot')?.id ?? null;
}

/** Resolves to true if a message is the last one of a shared branch, or above it. Other ids reveal nothing. */
export async function isInBranch(trx: Trx, dialogueId: string, leafId: string, messageId: string): Promise<boolean> {
  const { found } = await trx
    .selectNoFrom(isAbove(sql`${dialogueId}::uuid`, sql`${leafId}::uuid`, sql`${messageId}::uuid`).as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

/** Returns the answers of a branch that ends with a message. */
export async function answersOfBranch(trx: Trx, dialogueId: string, leafId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive branch as (
      select id, parent_id, author from messages where dialogue_id = ${dialogueId} and id = ${leafId}
      union all
      select above.id, above.parent_id, above.author
      from branch join messages as above on above.dialogue_id = ${dialogueId} and above.id = branch.parent_id)
    select id from branch where author = 'bot'`.execute(trx);
  return rows.map(({ id }) => id);
}
