import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import { startJobs } from '../jobs/engine.ts';
import { startReindexing } from '../modules/files/reindex.ts';
import { deleteDeadCodes } from '../modules/codes/codes.ts';
import { deleteOldActs } from '../modules/limits/limits.ts';
import { deleteOldMail } from '../modules/mail/clean.ts';
import { mailDelivery } from '../modules/mail/deliver.ts';
import { openMailServer } from '../modules/mail/smtp.ts';
import { deleteExpiredAttempts } from '../modules/registration/repository.ts';
import { deleteOldDevices } from '../modules/session/known-devices.ts';
import { deleteDeadResets } from '../modules/session/password-reset.ts';
import { deleteDeadSessions } from '../modules/session/repository.ts';

const cleanEveryMs = 60 * 60_000;

/** `pool` is for the job engine, which makes its own transactions. */
export type WorkerDependencies = Pick<Dependencies, 'config' | 'db' | 'events' | 'log'> & { pool: pg.Pool };

/** What runs without a request. Any number of workers may do the same: each job is safe to do twice. */
export async function startWorker({ config, db, events, log, pool }: WorkerDependencies): Promise<{ close(): Promise<void> }> {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL } = config;
  const server = SMTP_URL === undefined || MAIL_FROM === undefined ? null : openMailServer({ SMTP_URL, MAIL_FROM });
  const jobs = await startJobs({ db, pool, events, log, isEmbedded: DATABASE_URL === undefined }, { send_mail: mailDelivery({ config, db, log, server }) });
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
        await deleteOldMail(trx);
      })
      .catch((error: unknown) => log.error({ err: error }, 'cleaning up failed'));
  };
  const timer = setInterval(clean, cleanEveryMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await Promise.all([underWay, reindexing.close(), jobs.close()]);
      server?.close();
    },
  };
}
