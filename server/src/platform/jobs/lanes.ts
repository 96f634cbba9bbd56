import type pg from 'pg';
import type { RequestedJob } from './hand-over.ts';
import { type JobKind, jobKinds } from './kinds.ts';

/** A job in the form that the engine takes. */
export type QueuedJob = {
  readonly id: string;
  readonly data: object;
  /** The group: the engine does one job of it at a time in each process. */
  readonly group?: { readonly id: string };
  /** The priority: the highest first; among equals, the oldest. */
  readonly priority: number;
};

/** Returns the number of lanes of a kind that one organisation may use in each process. */
const lanesOfOne = (kind: JobKind) => Math.max(1, Math.floor(jobKinds[kind].atOnce / 2));

/** Waiting jobs of one organisation, or of none: the first and the last of its turns. */
type Waiting = { readonly organization: string; readonly first: number; readonly last: number };

const waitingOf = async (pool: pg.Pool, kind: JobKind): Promise<Waiting[]> =>
  (
    await pool.query<Waiting>(
      `
    select coalesce(split_part(group_id, ' ', 1), '') as organization, min(-priority) as first, max(-priority) as last
    from pgboss.job where name = $1 and state < 'active' and start_after <= now() group by 1`,
      [kind],
    )
  ).rows;

/**
 * Assigns jobs their turns. Each organisation has a queue of its own, whose jobs take consecutive turns; one with
 * nothing waiting joins at the current turn. So the first job of one is not behind the hundred of another, and one with
 * a hundred is not passed over for ever. Jobs of no organisation form a queue as well.
 */
export async function queueJob(pool: pg.Pool, kind: JobKind, jobs: readonly RequestedJob[]): Promise<QueuedJob[]> {
  const waiting = await waitingOf(pool, kind);
  const now = waiting.length === 0 ? 0 : Math.min(...waiting.map(({ first }) => first));
  const last = new Map(waiting.map((row) => [row.organization, row.last]));
  return jobs.map(({ id, data, organizationId }) => {
    const row = organizationId ?? '';
    const turn = Math.max(now, (last.get(row) ?? now - 1) + 1);
    last.set(row, turn);
    // Distributes the jobs over the organisation's lanes in turn.
    return {
      id,
      data,
      priority: -turn,
      ...(organizationId === null ? {} : { group: { id: `${organizationId} ${turn % lanesOfOne(kind)}` } }),
    };
  });
}
