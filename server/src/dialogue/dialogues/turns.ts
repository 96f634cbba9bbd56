import type { Turn } from '@parlance/shared/contract/api/dialogues';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requireSameRequest } from '../../platform/http/idempotency.ts';
import { interruptLapsed } from '../runs/repository.ts';
import type { Runs as Answers } from '../runs/runs.ts';
import { findMessages, ownMessagesOf } from './messages.ts';

/** Reads a prompt and its answer as the caller gets them. */
export async function readTurn(
  app: { readonly runs: Pick<Answers, 'liveOf'> },
  trx: Trx,
  dialogueId: string,
  promptId: string,
  answerId: string,
): Promise<Turn> {
  const messages = await ownMessagesOf(trx, await findMessages(trx, [promptId, answerId]), app.runs.liveOf);
  const [prompt, answer] = [promptId, answerId].map((wanted) => messages.find(({ id }) => id === wanted));
  if (prompt === undefined || answer === undefined) throw new Error('A turn that was just made is not there.');
  return { dialogue_id: dialogueId, prompt, answer };
}

/** Locks a key, so that the second of two concurrent requests finds what the first has made. */
export async function lockKey(trx: Trx, memberId: string, idempotencyKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${memberId} ${idempotencyKey}`}, 0))`.execute(trx);
}

/**
 * Returns the turn of an earlier request with this key. Throws idempotency_key_reused if that request differed, and
 * not_found if its dialogue was deleted meanwhile.
 */
export async function findTurnByKey(trx: Trx, memberId: string, idempotencyKey: string, fingerprint: Buffer) {
  const found = await trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .where('runs.member_id', '=', memberId)
    .where('runs.idempotency_key', '=', idempotencyKey)
    .select([
      'runs.dialogue_id',
      'runs.prompt_id',
      'runs.answer_id',
      'runs.request_fingerprint',
      'dialogues.deleted_at',
    ])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  requireSameRequest(found.request_fingerprint, fingerprint);
  if (found.deleted_at !== null) throw new ApiError('not_found');
  return found;
}

type Runs = { running: number; queued: number; isKeyUsed: boolean };

/**
 * Counts the running and waiting answers of a dialogue, and says whether its member has used a key. Runs of a dead
 * process do not count: they must not block the dialogue until the sweep. Call it with the dialogue locked.
 */
export async function readRuns(
  trx: Trx,
  { dialogueId, memberId, idempotencyKey }: { dialogueId: string; memberId: string; idempotencyKey: string },
): Promise<Runs> {
  const { rows } = await sql<Runs & { lapsed: number }>`
    select count(*) filter (where status = 'running')::integer as running, count(*) filter (where status = 'queued')::integer as queued,
      count(*) filter (where status = 'running' and waiting_since is null and lease_until < now())::integer as lapsed,
      exists (select from runs where member_id = ${memberId} and idempotency_key = ${idempotencyKey}) as "isKeyUsed"
    from runs where dialogue_id = ${dialogueId} and status in ('queued', 'running')`.execute(trx);
  const [found] = rows;
  if (found === undefined) throw new Error('A count returned no row.');
  if (found.lapsed > 0) await interruptLapsed(trx, { dialogueId });
  return { ...found, running: found.running - found.lapsed };
}
