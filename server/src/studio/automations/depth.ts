import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { depthHere } from '../executions/depth.ts';

/** Records an action's effect before it happens: an event of it is one deeper. */
export async function noteEffect(
  trx: Trx,
  effect: { organizationId: string; id: string; depth: number },
): Promise<void> {
  await trx
    .insertInto('automation_effects')
    .values({ organization_id: effect.organizationId, id: effect.id, depth: effect.depth })
    .onConflict((found) => found.doNothing())
    .execute();
}

/**
 * Returns the depth of an event raised by an answer, whichever process has written it: the run has the key of the
 * execution, or of the action, that asked.
 */
export async function depthOfRun(trx: Trx, runId: string): Promise<number> {
  const { rows } = await sql<{ depth: number | null }>`
    select greatest(
      (select executions.depth from executions where executions.ask_key = runs.idempotency_key and executions.member_id = runs.member_id),
      (select effect.depth from automation_effects as effect where effect.organization_id = runs.organization_id and effect.id = runs.idempotency_key)) as depth
    from runs where runs.id = ${runId}`.execute(trx);
  return below(rows[0]?.depth);
}

/** Returns the depth of an event about a source of knowledge. */
export async function depthOfSource(trx: Trx, sourceId: string): Promise<number> {
  return below(
    (await trx.selectFrom('automation_effects').where('id', '=', sourceId).select('depth').executeTakeFirst())?.depth,
  );
}

const below = (depth: number | null | undefined) =>
  Math.max(depthHere(), depth === null || depth === undefined ? 0 : depth + 1);
