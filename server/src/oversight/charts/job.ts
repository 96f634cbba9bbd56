import type { Database } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { countAllChanges } from './count.ts';

/** The maximal age of figures while nobody looks at them. */
const everyMs = 60_000;

/** Creates the job that brings the days of every organisation up to date. */
export const chartCounting = ({ db }: { db: Database }): JobHandler<JobData['count_charts']> => ({
  run: (_, signal) => countAllChanges(db, signal),
  // The next look requests it again.
  giveUp: () => Promise.resolve(),
});

/** Requests the counting if there is something to count and no request yet. */
export async function requestCounting(db: Database): Promise<void> {
  const found = await db.lookUp((lookup) =>
    lookup
      .selectFrom('chart_changes')
      .select('id')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('job_requests').where('kind', '=', 'count_charts').select('id'))),
      )
      .limit(1)
      .executeTakeFirst(),
  );
  if (found !== undefined) await db.asSystem((trx) => requestJob(trx, 'count_charts', {}, null));
}

/** Looks every minute for changes to count. */
export function startChartUpkeep({ db, log }: { db: Database; log: Log }): { close(): Promise<void> } {
  let underWay: Promise<void> = Promise.resolve();
  const look = () => {
    underWay = requestCounting(db).catch((error: unknown) =>
      log.error({ err: error }, 'figures of use wait for the next look'),
    );
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
