import type pg from 'pg';
import type { RequestedJob } from './hand-over.ts';
import { type JobKind, jobKinds } from './kinds.ts';

/** A job as the engine takes it. */
export type QueuedJob = {
  readonly id: string;
  readonly data: object;
  /** The engine does one of a group at a time in each process. */
  readonly group?: { readonly id: string };
  /** The highest first; of the same, the oldest. */
  readonly priority: number;
};

/** Of the lanes of a kind, so many are open to one organisation in each process. */
const lanesOfOne = (kind: JobKind) => Math.max(1, Math.floor(jobKinds[kind].atOnce / 2));

/** What waits of one organisation, or of nobody: the first and the last of its turns. */
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
 * Gives jobs their turns. Each organisation has a row of its own, whose jobs have one turn after the other; who had
 * nothing waiting joins at the turn that it is now. So the first job of one is not behind the hundred of another, and
 * who has a hundred is not passed for ever. Jobs of nobody are a row as well.
 */
export async function queueJob(pool: pg.Pool, kind: JobKind, jobs: readonly RequestedJob[]): Promise<QueuedJob[]> {
  const waiting = await waitingOf(pool, kind);
  const now = waiting.length === 0 ? 0 : Math.min(...waiting.map(({ first }) => first));
  const last = new Map(waiting.map((row) => [row.organization, row.last]));
  return jobs.map(({ id, data, organizationId }) => {
    const row = organizationId ?? '';
    const turn = Math.max(now, (last.get(row) ?? now - 1) + 1);
    last.set(row, turn);
    // One after the other into the organisation's lanes.
    return {
      id,
      data,
      priority: -turn,
      ...(organizationId === null ? {} : { group: { id: `${organizationId} ${turn % lanesOfOne(kind)}` } }),
    };
  });
}
