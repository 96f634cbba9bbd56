import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import { startJobs } from '../jobs/engine.ts';
import { readDeclared } from '../models/declared.ts';
import { deleteUnsentAttachments } from '../modules/attachments/repository.ts';
import { acting } from '../modules/automations/act.ts';
import { purgeAutomations } from '../modules/automations/upkeep.ts';
import { startBillingUpkeep } from '../modules/billing/upkeep.ts';
import { chartCounting, startChartUpkeep } from '../modules/charts/job.ts';
import { auditSending, startAuditSending } from '../modules/audit/webhook/send-job.ts';
import { refreshAllEntries } from '../modules/dialogue-log/entries.ts';
import { deleteOldExports } from '../modules/dialogue-log/exports.ts';
import { dialogueLogExporting } from '../modules/dialogue-log/write-export.ts';
import { dialoguePurge, requestPurge } from '../modules/dialogues/purge.ts';
import { startSearchUpkeep } from '../modules/dialogues/search-upkeep.ts';
import { deleteDeadCodes } from '../modules/codes/codes.ts';
import { executing } from '../modules/executions/execute.ts';
import { deleteOldExecutions } from '../modules/executions/repository.ts';
import { fileEmbedding, requestMissingVectors } from '../modules/files/embed-file.ts';
import { deleteLeftovers } from '../modules/files/leftovers.ts';
import { fileReading } from '../modules/files/read-file.ts';
import { startReindexing } from '../modules/files/reindex.ts';
import { RuleBook } from '../modules/governance/rule-book.ts';
import { knowledgeReading } from '../modules/knowledge/read-source.ts';
import { purgeKnowledge, requestRefreshes } from '../modules/knowledge/upkeep.ts';
import { deleteOldActs } from '../modules/limits/limits.ts';
import { deleteOldReservations } from '../modules/limits/storage.ts';
import { deleteOldMail } from '../modules/mail/clean.ts';
import { mailDelivery } from '../modules/mail/deliver.ts';
import { memberImporting } from '../modules/members/import-job.ts';
import { deleteOldImports } from '../modules/members/imports.ts';
import { FailureLog, keepFailures } from '../modules/models/failure-log.ts';
import { embedderOf, registerModels } from '../modules/models/register.ts';
import { purgeTemplates } from '../modules/prompt-templates/bulk.ts';
import { deleteOldEvents } from '../modules/payment/settle.ts';
import { startReconciliation } from '../modules/payment/stripe/reconcile.ts';
import { deleteOldOrganizationExports } from '../modules/organization-exports/exports.ts';
import { organizationExporting } from '../modules/organization-exports/write.ts';
import { replaying } from '../modules/replays/replay-job.ts';
import { deleteOldReplays } from '../modules/replays/replays.ts';
import { deleteExpiredRegistrations } from '../modules/registration/repository.ts';
import { startReleaseGuard } from '../modules/releases/guard.ts';
import { deleteOldReports } from '../modules/releases/reports.ts';
import { requestRetention, retentionApplying } from '../modules/retention/retention-job.ts';
import { deleteOldSchedules } from '../modules/schedules/repository.ts';
import { startTicking } from '../modules/schedules/tick.ts';
import { deleteOldDevices } from '../modules/session/known-devices.ts';
import { accountRemoval, requestRemovals } from '../modules/users/removal.ts';
import { deleteDeadReversals } from '../modules/users/email-reversal.ts';
import { deleteDeadResets } from '../modules/session/password-reset.ts';
import { deleteDeadSessions } from '../modules/session/repository.ts';
import { testAsking } from '../modules/studio/ask-tests.ts';
import { purgeAgents } from '../modules/studio/changes.ts';
import { deleteOldPresence } from '../modules/studio/presence.ts';
import { deleteOldTests } from '../modules/studio/test-dialogues.ts';
import { type Secrets, loadSecrets } from '../modules/tools/secrets.ts';
import { deleteOldUploads } from '../modules/uploads/repository.ts';
import { deleteEndedOperatorSessions } from '../plugins/operator-session.ts';
import { deleteOldTraces } from '../telemetry/jobs.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { origins } from './origins.ts';

const cleanEveryMs = 60 * 60_000;

/** `pool` is for the job engine, which makes its own transactions. */
export type WorkerDependencies = Pick<Dependencies, 'config' | 'db' | 'events' | 'log' | 'storage'> & { pool: pg.Pool };

/** What runs without a request. Any number of workers may do the same: each job is safe to do twice. */
export async function startWorker({ config, db, events, log, storage, pool }: WorkerDependencies): Promise<{ close(): Promise<void> }> {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL } = config;
  // Where mails stay here, nothing of a client of mail servers is loaded.
  const server = SMTP_URL === undefined || MAIL_FROM === undefined ? null : (await import('../modules/mail/smtp.ts')).openMailServer({ SMTP_URL, MAIL_FROM });
  const failures = new FailureLog({ log, write: (rows) => db.asSystem((trx) => keepFailures(trx, rows)) });
  const embedder = embedderOf(readDeclared(config), failures.newsOf);
  const outgoing = createOutgoing({ allowedHosts: config.OUTGOING_ALLOWED_HOSTS ?? [] });
  let secrets: Secrets | null = null;
  const sealing = () => (secrets ??= loadSecrets(config));
  const models = await db.asSystem((trx) => registerModels(trx, readDeclared(config), failures.newsOf));
  const executions = { config, db, events, models, ruleBook: new RuleBook(), origins };
  const handlers = {
    send_mail: mailDelivery({ config, db, log, server }),
    read_file: fileReading({ db, storage, log, hasEmbedder: embedder !== null }),
    read_knowledge: knowledgeReading({ db, storage, outgoing, log, hasEmbedder: embedder !== null }),
    purge_dialogues: dialoguePurge({ db }),
    remove_account: accountRemoval({ db }),
    export_dialogue_log: dialogueLogExporting({ db, storage }),
    export_organization: organizationExporting({ db, storage }),
    replay_rule: replaying({ db }),
    count_charts: chartCounting({ db }),
    apply_retention: retentionApplying({ db }),
    send_audit_log: auditSending({ db, outgoing, secrets: sealing }),
    embed_file: fileEmbedding({ db, embedder }),
    import_members: memberImporting({ db }),
    run_tests: testAsking(executions),
    execute: executing(executions),
    act: acting({ ...executions, storage, outgoing, secrets: sealing }),
  };
  const jobs = await startJobs({ db, pool, events, log, isEmbedded: DATABASE_URL === undefined }, handlers);
  await requestMissingVectors({ db, embedder });
  // The hourly look alone would never come where the program is started again more often.
  await db.asSystem(requestRefreshes);
  await db.asSystem(requestRetention);
  const reindexing = startReindexing({ db, log });
  const searchUpkeep = startSearchUpkeep({ db, log });
  const sending = startAuditSending({ db, log });
  const chartUpkeep = startChartUpkeep({ db, log });
  const ticking = startTicking({ db, events, log });
  const releaseGuard = startReleaseGuard({ db, config, log });
  const billingUpkeep = startBillingUpkeep({ db, config, log });
  const reconciliation = await startReconciliation({ db, config, log });
  let underWay: Promise<void> = Promise.resolve();
  const clean = () => {
    underWay = db
      .asSystem(async (trx) => {
        await deleteDeadSessions(trx);
        await deleteDeadCodes(trx);
        await deleteDeadResets(trx);
        await deleteDeadReversals(trx);
        await deleteExpiredRegistrations(trx);
        await deleteOldDevices(trx);
        await deleteOldActs(trx);
        await deleteOldReservations(trx);
        await deleteOldUploads(trx);
        await deleteOldMail(trx);
        await deleteOldReports(trx);
        await deleteOldTraces(trx);
        await deleteEndedOperatorSessions(trx);
        await deleteOldEvents(trx);
        await deleteOldImports(trx);
        await requestPurge(trx);
        await requestRemovals(trx);
        await deleteUnsentAttachments(trx);
        await deleteOldTests(trx);
        await deleteOldPresence(trx);
        await purgeAgents(trx);
        await requestRefreshes(trx);
        await purgeKnowledge(trx);
        await purgeTemplates(trx);
        await purgeAutomations(trx);
        await deleteOldExports(trx);
        await deleteOldOrganizationExports(trx);
        await deleteOldReplays(trx);
        await deleteOldExecutions(trx);
        await deleteOldSchedules(trx);
        await requestRetention(trx);
      })
      .then(() => refreshAllEntries(db))
      .then(() => deleteLeftovers({ db, storage }))
      .catch((error: unknown) => log.error({ err: error }, 'cleaning up failed'));
  };
  const timer = setInterval(clean, cleanEveryMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await Promise.all([underWay, reindexing.close(), searchUpkeep.close(), sending.close(), chartUpkeep.close(), reconciliation.close(), billingUpkeep.close(), releaseGuard.close(), ticking.close(), jobs.close()]);
      await Promise.all([outgoing.close(), failures.close()]);
      server?.close();
    },
  };
}
