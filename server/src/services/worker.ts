import type { Dependencies } from '../app.ts';
import { startReindexing } from '../modules/files/reindex.ts';
import { deleteDeadCodes } from '../modules/codes/codes.ts';
import { deleteOldActs } from '../modules/limits/limits.ts';
import { deleteExpiredAttempts } from '../modules/registration/repository.ts';
import { deleteOldDevices } from '../modules/session/known-devices.ts';
import { deleteDeadResets } from '../modules/session/password-reset.ts';
import { deleteDeadSessions } from '../modules/session/repository.ts';

const cleanEveryMs = 60 * 60_000;

/** What runs without a request. Any number of workers may do the same: each job is safe to do twice. */
export function startWorker({ db, log }: Dependencies): { close(): Promise<void> } {
  const reindexing = startReindexing({ db, log });
  let underWay: Promise<void> = Promise.resolve();
  const clean = () => {
    underWay = db
      .asSystem(async (trx) => {
        await deleteDeadSessions(trx);
        await deleteDeadCodes(trx);
        await deleteDeadResets(trx);
        await deleteExpiredAttempts(trx);
        await deleteOldDevices(trx);
        await deleteOldActs(trx);
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
