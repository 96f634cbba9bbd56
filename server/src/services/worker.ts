import type { Dependencies } from '../app.ts';
import { startReindexing } from '../modules/files/reindex.ts';
import { deleteDeadSessions } from '../modules/session/repository.ts';
import { deleteOldAttempts } from '../modules/session/sign-in-limit.ts';

const cleanEveryMs = 60 * 60_000;

/** What runs without a request. Any number of workers may do the same: each job is safe to do twice. */
export function startWorker({ db, log }: Dependencies): { close(): Promise<void> } {
  const reindexing = startReindexing({ db, log });
  let underWay: Promise<void> = Promise.resolve();
  const clean = () => {
    underWay = db
      .asSystem(async (trx) => {
        await deleteDeadSessions(trx);
        await deleteOldAttempts(trx);
      })
      .catch((error: unknown) => log.error({ err: error }, 'cleaning up sessions failed'));
  };
  const timer = setInterval(clean, cleanEveryMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await Promise.all([underWay, reindexing.close()]);
    },
  };
}
