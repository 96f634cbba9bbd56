import { setTimeout as pause } from 'node:timers/promises';
import { origins } from '../services/origins.ts';
import { executing } from '../studio/executions/execute.ts';
import { until } from './asking.ts';
import type { TestServer } from './test-app.ts';

const lookEveryMs = 10;

/** Does the jobs of executions as a worker does, one after the other, so that a test can look between them. */
export function executionWorker({ config, db, app, dependencies: { events } }: TestServer) {
  const handler = executing({ config, db, events, models: app.models, ruleBook: app.ruleBook, origins });
  const signal = new AbortController().signal;
  /** Does what is asked for now; how many jobs that were. */
  async function work(): Promise<number> {
    const jobs = await db.asSystem(async (trx) => {
      const asked = await trx
        .selectFrom('job_requests')
        .where('kind', '=', 'execute')
        .orderBy('created_at')
        .selectAll()
        .execute();
      if (asked.length > 0)
        await trx
          .deleteFrom('job_requests')
          .where(
            'id',
            'in',
            asked.map(({ id }) => id),
          )
          .execute();
      return asked;
    });
    // requestJob checked it by the schema of its kind
    for (const { data } of jobs) await handler.run(data as { execution: string }, signal);
    return jobs.length;
  }
  const underWay = async (statuses: readonly ('waiting' | 'running' | 'approval')[]) =>
    db.asSystem((trx) =>
      trx
        .selectFrom('executions')
        .where('status', 'in', [...statuses])
        .select('id')
        .execute(),
    );
  const workOrRest = async () => ((await work()) === 0 ? pause(lookEveryMs) : undefined);
  /** Works until it holds. */
  const worksUntil = (holds: () => Promise<boolean>) => until(holds, workOrRest);
  return {
    handler,
    work,
    until: worksUntil,
    /** Works until nothing is under way, or only what waits for a person. */
    untilOver: () => worksUntil(async () => (await underWay(['waiting', 'running'])).length === 0),
  };
}
