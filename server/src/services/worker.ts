import type pg from 'pg';
import type { Dependencies } from '../app.ts';
import { startJobs } from '../jobs/engine.ts';
import { readDeclared } from '../models/declared.ts';
import { acting } from '../modules/automations/act.ts';
import { startBillingUpkeep } from '../modules/billing/upkeep.ts';
import { chartCounting, startChartUpkeep } from '../modules/charts/job.ts';
import { auditSending, startAuditSending } from '../modules/audit/webhook/send-job.ts';
import { dialogueLogExporting } from '../modules/dialogue-log/write-export.ts';
import { startSearchUpkeep } from '../modules/dialogues/search-upkeep.ts';
import { executing } from '../modules/executions/execute.ts';
import { fileEmbedding } from '../modules/files/embed-file.ts';
import { fileReading } from '../modules/files/read-file.ts';
import { startReindexing } from '../modules/files/reindex.ts';
import { RuleBook } from '../modules/governance/rule-book.ts';
import { knowledgeReading } from '../modules/knowledge/read-source.ts';
import { mailDelivery } from '../modules/mail/deliver.ts';
import { memberImporting } from '../modules/members/import-job.ts';
import { FailureLog, keepFailures } from '../modules/models/failure-log.ts';
import { embedderOf, registerModels } from '../modules/models/register.ts';
import { startReconciliation } from '../modules/payment/stripe/reconcile.ts';
import { organizationExporting } from '../modules/organization-exports/write.ts';
import { replaying } from '../modules/replays/replay-job.ts';
import { startReleaseGuard } from '../modules/releases/guard.ts';
import { retentionApplying } from '../modules/retention/retention-job.ts';
import { startTicking } from '../modules/schedules/tick.ts';
import { accountRemoval } from '../modules/users/removal.ts';
import { testAsking } from '../modules/studio/ask-tests.ts';
import { type Secrets, loadSecrets } from '../modules/tools/secrets.ts';
import { Breakers } from '../outgoing/breakers.ts';
import { createOutgoing } from '../outgoing/outgoing.ts';
import { upkeepSteps } from '../upkeep/steps.ts';
import { startUpkeep } from '../upkeep/upkeep.ts';
import { origins } from './origins.ts';

/** `pool` is for the job engine, which makes its own transactions. */
export type WorkerDependencies = Pick<Dependencies, 'config' | 'db' | 'events' | 'log' | 'storage'> & { pool: pg.Pool };

/** What runs without a request. Any number of workers may do the same: each job is safe to do twice. */
export async function startWorker({
  config,
  db,
  events,
  log,
  storage,
  pool,
}: WorkerDependencies): Promise<{ close(): Promise<void> }> {
  const { SMTP_URL, MAIL_FROM, DATABASE_URL } = config;
  // Where mails stay here, nothing of a client of mail servers is loaded.
  const server =
    SMTP_URL === undefined || MAIL_FROM === undefined
      ? null
      : (await import('../modules/mail/smtp.ts')).openMailServer({ SMTP_URL, MAIL_FROM });
  const failures = new FailureLog({ log, write: (rows) => db.asSystem((trx) => keepFailures(trx, rows)) });
  const embedder = embedderOf(readDeclared(config), failures.newsOf);
  const outgoing = createOutgoing({ allowedHosts: config.OUTGOING_ALLOWED_HOSTS ?? [] });
  const breakers = new Breakers();
  let secrets: Secrets | null = null;
  const sealing = () => (secrets ??= loadSecrets(config));
  const models = await db.asSystem((trx) => registerModels(trx, readDeclared(config), failures.newsOf));
  const executions = { config, db, events, models, ruleBook: new RuleBook(), origins };
  const reading = knowledgeReading({ db, storage, outgoing, log, hasEmbedder: embedder !== null });
  const handlers = {
    send_mail: mailDelivery({ config, db, log, server }),
    read_file: fileReading({ db, storage, log, hasEmbedder: embedder !== null }),
    read_knowledge: reading,
    fetch_page: reading,
    remove_account: accountRemoval({ db }),
    export_dialogue_log: dialogueLogExporting({ db, storage }),
    export_organization: organizationExporting({ db, storage }),
    replay_rule: replaying({ db }),
    count_charts: chartCounting({ db }),
    apply_retention: retentionApplying({ db }),
    send_audit_log: auditSending({ db, outgoing, breakers, secrets: sealing }),
    embed_file: fileEmbedding({ db, embedder }),
    import_members: memberImporting({ db }),
    run_tests: testAsking(executions),
    execute: executing(executions),
    act: acting({ ...executions, storage, outgoing, breakers, secrets: sealing }),
  };
  const jobs = await startJobs({ db, pool, events, log, isEmbedded: DATABASE_URL === undefined }, handlers);
  const reindexing = startReindexing({ db, log });
  const searchUpkeep = startSearchUpkeep({ db, log });
  const sending = startAuditSending({ db, log });
  const chartUpkeep = startChartUpkeep({ db, log });
  const ticking = startTicking({ db, events, log });
  const releaseGuard = startReleaseGuard({ db, config, log });
  const billingUpkeep = startBillingUpkeep({ db, config, log });
  const reconciliation = await startReconciliation({ db, config, log });
  const upkeep = startUpkeep({ db, log }, upkeepSteps({ storage, log, embedder }));
  return {
    async close() {
      await Promise.all([
        upkeep.close(),
        reindexing.close(),
        searchUpkeep.close(),
        sending.close(),
        chartUpkeep.close(),
        reconciliation.close(),
        billingUpkeep.close(),
        releaseGuard.close(),
        ticking.close(),
        jobs.close(),
      ]);
      await Promise.all([outgoing.close(), failures.close()]);
      server?.close();
    },
  };
}
