import type { JobHandler } from '../../jobs/handlers.ts';
import type { JobData } from '../../jobs/kinds.ts';
import { requestJob } from '../../jobs/request-job.ts';
import type { Database, Trx } from '../../plugins/db/database.ts';
import { hasPurgeable, purgeDialogues } from './deletion.ts';

/** Asks for the purge where there is something to purge. */
export async function requestPurge(trx: Trx): Promise<void> {
  if (await hasPurgeable(trx)) await requestJob(trx, 'purge_dialogues', {});
}

/** Deletes for good what was deleted a month ago, some of it with each transaction. */
export const dialoguePurge = ({ db }: { db: Database }): JobHandler<JobData['purge_dialogues']> => ({
  async run(_, signal) {
    while (!signal.aborted && (await db.asSystem(purgeDialogues)) > 0);
  },
  // The next look of the worker asks for it again.
  giveUp: () => Promise.resolve(),
});
