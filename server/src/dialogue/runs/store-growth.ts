import { sql } from 'kysely';
import { keptByDatabase } from '../../platform/db/commit.ts';
import type { Trx } from '../../platform/db/database.ts';
import { often } from '../../platform/db/preparing-client.ts';
import type { Growth } from './delta-log.ts';
import { isActive } from './repository.ts';

/** Stores the growth of answers; only of runs that are still this process's own. */
export async function storeGrowth(
  trx: Trx,
  processId: string,
  { deltas, reasoning, times, restarts }: Growth,
): Promise<void> {
  if (restarts.length > 0) await storeRestarts(trx, processId, restarts);
  if (deltas.length > 0) await insertDeltas(trx, processId, deltas);
  if (reasoning.length > 0) await insertReasoning(trx, processId, { reasoning, times });
}

/** Returns the ids of the runs that have grown. */
export const grownIds = ({ deltas, reasoning, restarts }: Growth): string[] => [
  ...new Set([...restarts, ...deltas, ...reasoning].map(({ runId }) => runId)),
];

async function insertDeltas(trx: Trx, processId: string, rows: Growth['deltas']): Promise<void> {
  await sql`
    insert ${often} into run_deltas (organization_id, run_id, "offset", text)
    select runs.organization_id, runs.id, delta."offset", delta.text
    from unnest(${rows.map(({ runId }) => runId)}::uuid[], ${rows.map(({ offset }) => offset)}::integer[], ${rows.map(({ text }) => text)}::text[])
      as delta (run_id, "offset", text)
    join runs on runs.id = delta.run_id
    where ${isActive} and runs.owner_process = ${processId}
    on conflict (run_id, "offset") do nothing
    returning ${keptByDatabase}`.execute(trx);
}

/**
 * Stores the places at which texts begin anew. It comes first in its transaction, which then holds nothing that another
 * one could wait for while it waits for a run.
 */
async function storeRestarts(trx: Trx, processId: string, rows: Growth['restarts']): Promise<void> {
  await sql`
    update runs set text_from = restart.text_from
    from unnest(${rows.map(({ runId }) => runId)}::uuid[], ${rows.map(({ textFrom }) => textFrom)}::integer[]) as restart (run_id, text_from)
    where runs.id = restart.run_id and ${isActive} and runs.owner_process = ${processId}
    returning ${keptByDatabase}`.execute(trx);
}

/**
 * Stores pieces of reasoning, and its time. A piece replaces the empty one that said the reasoning was over. The time
 * of a run that somebody else holds is left to the next piece: waiting for it could be in a circle.
 */
async function insertReasoning(
  trx: Trx,
  processId: string,
  { reasoning: rows, times }: Pick<Growth, 'reasoning' | 'times'>,
): Promise<void> {
  await sql`
    with own as ${often} (
      select id from runs where id = any(${times.map(({ runId }) => runId)}::uuid[]) and ${isActive} and owner_process = ${processId}
      for no key update skip locked
    ), timed as (
      update runs set reasoning_ms = time.ms
      from unnest(${times.map(({ runId }) => runId)}::uuid[], ${times.map(({ ms }) => ms)}::integer[]) as time (run_id, ms)
      where runs.id = time.run_id and runs.id in (select id from own)
    )
    insert into answer_reasoning (organization_id, answer_id, "offset", text)
    select runs.organization_id, runs.answer_id, piece."offset", piece.text
    from unnest(${rows.map(({ runId }) => runId)}::uuid[], ${rows.map(({ offset }) => offset)}::integer[], ${rows.map(({ text }) => text)}::text[])
      as piece (run_id, "offset", text)
    join runs on runs.id = piece.run_id
    where ${isActive} and runs.owner_process = ${processId}
    on conflict (answer_id, "offset") do update set text = excluded.text
    returning ${keptByDatabase}`.execute(trx);
}
