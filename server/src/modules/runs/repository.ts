import type { Citation, RunStatus } from '@parlance/shared/contract/api/runs';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import type { DeltaRow } from './delta-log.ts';
import type { Ended } from './live-run.ts';

/** A process that has said nothing for this long is dead, and its answers are broken off. */
export const leaseSeconds = 15;
export const activeStatuses = ['queued', 'running'] as const satisfies RunStatus[];

const leaseEnd = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`;
const isActive = sql<boolean>`runs.status in ('queued', 'running')`;

type NewRun = {
  organizationId: string;
  dialogueId: string;
  memberId: string;
  promptId: string;
  answerId: string;
  idempotencyKey: string;
  language: string;
  processId: string;
};

export async function insertRun(trx: Trx, run: NewRun): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into runs (organization_id, dialogue_id, member_id, prompt_id, answer_id, idempotency_key, language, owner_process, lease_until)
    values (${run.organizationId}, ${run.dialogueId}, ${run.memberId}, ${run.promptId}, ${run.answerId}, ${run.idempotencyKey},
      ${run.language}, ${run.processId}, ${leaseEnd})
    returning id`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.id;
}

/** Takes the run up; null where it was stopped or broken off before it began, or is gone. */
export function beginRun(trx: Trx, id: string) {
  return trx
    .updateTable('runs')
    .set({ status: 'running' })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .where('stop_requested', '=', false)
    .returning(['dialogue_id', 'prompt_id', 'language'])
    .executeTakeFirst();
}

/** Stores what answers grew by; only of runs that still are this process's own. */
export async function insertDeltas(trx: Trx, processId: string, rows: readonly DeltaRow[]): Promise<void> {
  await sql`
    insert into run_deltas (organization_id, run_id, "offset", text)
    select runs.organization_id, runs.id, delta."offset", delta.text
    from unnest(${rows.map(({ runId }) => runId)}::uuid[], ${rows.map(({ offset }) => offset)}::integer[], ${rows.map(({ text }) => text)}::text[])
      as delta (run_id, "offset", text)
    join runs on runs.id = delta.run_id
    where ${isActive} and runs.owner_process = ${processId}
    on conflict (run_id, "offset") do nothing`.execute(trx);
}

export type Finished = Ended & { text: string; citations: readonly Citation[]; inputTokens: number | null; outputTokens: number | null };

/** Writes the answer into its message and ends the run, unless another process has ended it. */
export async function finishRun(trx: Trx, id: string, finished: Finished): Promise<void> {
  const run = await trx
    .updateTable('runs')
    .set({
      status: finished.status,
      error_code: finished.error_code,
      input_tokens: finished.inputTokens,
      output_tokens: finished.outputTokens,
      ended_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .returning(['answer_id', 'dialogue_id'])
    .executeTakeFirst();
  if (run === undefined) return;
  await trx
    .updateTable('messages')
    .set({ content: finished.text, citations: JSON.stringify(finished.citations) })
    .where('id', '=', run.answer_id)
    .execute();
  await trx.updateTable('dialogues').set({ updated_at: sql<Date>`now()` }).where('id', '=', run.dialogue_id).execute();
  await trx.deleteFrom('run_deltas').where('run_id', '=', id).execute();
}

/** Renews the lease of this process's runs and answers them; one that is not among them has been ended by others. */
export function renewLeases(trx: Trx, processId: string) {
  return trx
    .updateTable('runs')
    .set({ lease_until: leaseEnd })
    .where('owner_process', '=', processId)
    .where('status', 'in', activeStatuses)
    .returning(['id', 'stop_requested'])
    .execute();
}

/**
 * Ends as interrupted, with what they had, the runs whose process no longer renews their lease; with `all`, every
 * run, for the start of the only process on an embedded database. Answers their ids.
 */
export async function interruptLapsed(trx: Trx, { all = false, dialogueId = null as string | null } = {}): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with lapsed as (
      update runs set status = 'interrupted', ended_at = now()
      where id in (
        select id from runs
        where ${isActive} and (${all} or lease_until < now()) and (${dialogueId}::uuid is null or dialogue_id = ${dialogueId}::uuid)
        for update skip locked)
      returning id, answer_id
    ), written as (
      update messages set content = (
        select coalesce(string_agg(run_deltas.text, '' order by run_deltas."offset"), '') from run_deltas where run_deltas.run_id = lapsed.id)
      from lapsed where messages.id = lapsed.answer_id
    ), cleared as (
      delete from run_deltas using lapsed where run_deltas.run_id = lapsed.id
    )
    select id from lapsed`.execute(trx);
  return rows.map(({ id }) => id);
}

/** A run of a dialogue of this member; nobody else's is found. */
export function findOwnRun(trx: Trx, memberId: string, id: string) {
  return trx.selectFrom('runs').where('id', '=', id).where('member_id', '=', memberId).select(['id', 'status']).executeTakeFirst();
}

/** Asks whichever process writes the answer to stop. */
export async function requestStop(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('runs').set({ stop_requested: true }).where('id', '=', id).where('status', 'in', activeStatuses).execute();
}

export type StoredState = { text: string; offset: number; citations: Citation[]; ended: Ended | null };

/** What is stored of an answer from `from` on; `offset` is where `text` begins, at or before it. Null where the run is gone. */
export async function readStored(trx: Trx, id: string, from: number): Promise<StoredState | null> {
  const run = await trx
    .selectFrom('runs')
    .innerJoin('messages', 'messages.id', 'runs.answer_id')
    .where('runs.id', '=', id)
    .select(['runs.status', 'runs.error_code', 'messages.content', 'messages.citations'])
    .executeTakeFirst();
  if (run === undefined) return null;
  const { status, error_code, content, citations } = run;
  if (status !== 'queued' && status !== 'running') return { text: content, offset: 0, citations, ended: { status, error_code } };
  const deltas = await trx
    .selectFrom('run_deltas')
    .where('run_id', '=', id)
    .where('offset', '>=', (of) =>
      of.fn.coalesce(of.selectFrom('run_deltas').where('run_id', '=', id).where('offset', '<=', from).select(of.fn.max('offset').as('last')), of.lit(0)),
    )
    .select(['offset', 'text'])
    .orderBy('offset')
    .execute();
  return { text: deltas.map(({ text }) => text).join(''), offset: deltas[0]?.offset ?? 0, citations: [], ended: null };
}
