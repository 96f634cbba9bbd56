import { sql } from 'kysely';
import { type Account, enterCalls } from '../../money/ledger/ledger.ts';
import { giveBackReserved } from '../../money/ledger/run-budget.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import type { PartNotes } from '../../platform/language-models/language-model.ts';
import { type CallRow, askForSignIn, endCalls, insertCall } from '../tools/calls.ts';
import type { Reasoning } from './live-reasoning.ts';
import { finishRun, keepFound } from './repository.ts';
import { keepReasoning } from './stored-reasoning.ts';
import type { Tally } from './tally.ts';
import type { AskedCalls } from './tool-task.ts';

type Waiting = {
  text: string;
  textFrom: number;
  reasoning: Reasoning | null;
  begunLength: number;
  tally: Tally;
  asked: AskedCalls;
  /** Notes on files that were read in parts for it. */
  notes: readonly PartNotes[] | null;
};

/**
 * Stores the calls that a person must allow, and puts the answer away until they have: no process holds it meanwhile,
 * and it holds no tokens: it reserves them when it goes on. Null if the run is no longer this process's.
 */
export async function putToWait(
  trx: Trx,
  runId: string,
  processId: string,
  { text, textFrom, reasoning, begunLength, tally, asked, notes }: Waiting,
): Promise<CallRow[] | null> {
  const run = await trx
    .updateTable('runs')
    .set({
      waiting_since: sql<Date>`now()`,
      begun_length: begunLength,
      part_notes: notes === null ? null : jsonOf(notes),
      text_from: textFrom,
      reasoning_ms: reasoning?.ms ?? null,
      ...tally.columns(),
    })
    .where('id', '=', runId)
    .where('status', '=', 'running')
    .where('owner_process', '=', processId)
    .where('stop_requested', '=', false)
    .returning('answer_id')
    .executeTakeFirst();
  if (run === undefined) return null;
  await trx.updateTable('messages').set({ content: text }).where('id', '=', run.answer_id).execute();
  if (reasoning !== null) await keepReasoning(trx, runId, reasoning, { goesOn: true });
  await trx.deleteFrom('run_deltas').where('run_id', '=', runId).execute();
  await enterCalls(trx, runId, tally.account, tally.calls, tally.entered);
  await giveBackReserved(trx, runId, tally.account, 'all');
  await keepFound(trx, runId, tally);
  const rows: CallRow[] = [];
  for (const id of asked.begun) rows.push(await askForSignIn(trx, id));
  for (const call of asked.made) rows.push(await insertCall(trx, call));
  return rows;
}

/**
 * Puts a started run away until somebody has decided about its prompt: no process holds it meanwhile, and it holds no
 * tokens.
 */
export async function waitForDecision(trx: Trx, id: string, account: Account): Promise<void> {
  await trx
    .updateTable('runs')
    .set({ waiting_since: sql<Date>`now()`, begun_at: null })
    .where('id', '=', id)
    .execute();
  await giveBackReserved(trx, id, account, 'all');
}

/** Assigns an answer to the named process, which then continues it. Call it with the dialogue locked. */
export async function goOnWith(trx: Trx, runId: string, processId: string, leaseSeconds: number): Promise<void> {
  await trx
    .updateTable('runs')
    .set({
      status: 'queued',
      waiting_since: null,
      owner_process: processId,
      lease_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .where('id', '=', runId)
    .where('waiting_since', 'is not', null)
    .execute();
}

/**
 * Ends a waiting answer with its text so far: it was stopped, or nobody answered in time. Returns the run that waited
 * behind it, for this process to start.
 */
export async function endWaitingRun(trx: Trx, runId: string, processId: string): Promise<string | null> {
  const waiting = await trx
    .selectFrom('runs')
    .innerJoin('messages', 'messages.id', 'runs.answer_id')
    .where('runs.id', '=', runId)
    .where('runs.status', '=', 'running')
    .where('runs.waiting_since', 'is not', null)
    .select(['messages.content', 'messages.citations', 'messages.applied_rules as rules'])
    .executeTakeFirst();
  if (waiting === undefined) return null;
  await endCalls(trx, [runId]);
  return finishRun(
    trx,
    runId,
    {
      status: 'stopped',
      error_code: null,
      failure: null,
      text: waiting.content,
      textFrom: 0,
      reasoning: null,
      citations: waiting.citations,
      rules: waiting.rules,
      tally: null,
    },
    processId,
  );
}

/** Counts the calls of its provider that are in the ledger already. */
export async function countEntered(trx: Trx, runId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('model_usage')
    .where('run_id', '=', runId)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
