import type pg from 'pg';
import { startSearchUpkeep } from '../dialogue/dialogues/search-upkeep.ts';
import { RuleBook } from '../dialogue/governance/rule-book.ts';
import { fileEmbedding } from '../library/embeddings/embed-file.ts';
import { fileReading } from '../library/files/read-file.ts';
import { startReindexing } from '../library/files/reindex.ts';
import { knowledgeReading } from '../library/knowledge/read-source.ts';
import { openRecognition } from '../library/recognition/open-recognition.ts';
import { languagesOf } from '../library/recognition/read-recognizing.ts';
import { pageRecognizing } from '../library/recognition/recognize-pages.ts';
import { accountRemoval } from '../lifecycle/account-deletion/removal.ts';
import { organizationExporting } from '../lifecycle/organization-exports/write.ts';
import { retentionApplying } from '../lifecycle/retention/retention-job.ts';
import { startBillingUpkeep } from '../money/billing/upkeep.ts';
import { FailureLog, keepFailures } from '../money/ledger/failure-log.ts';
import { embedderOf, registerModels } from '../money/ledger/register.ts';
import { startReconciliation } from '../money/payment/stripe/reconcile.ts';
import { startReleaseGuard } from '../operations/releases/guard.ts';
import { chartCounting, startChartUpkeep } from '../oversight/charts/job.ts';
import { dialogueLogExporting } from '../oversight/dialogue-log/write-export.ts';
import { replaying } from '../oversight/replays/replay-job.ts';
import { memberImporting } from '../people/member-imports/import-job.ts';
import { auditSending, startAuditSending } from '../platform/audit/webhook/send-job.ts';
import { startJobs } from '../platform/jobs/engine.ts';
import { readDeclared } from '../platform/language-models/declared.ts';
import { mailDelivery } from '../platform/mail/deliver.ts';
import { Breakers } from '../platform/outgoing/breakers.ts';
import { createOutgoing } from '../platform/outgoing/outgoing.ts';
import { type Secrets, loadSecrets } from '../platform/secrets/secrets.ts';
import { startUpkeep } from '../platform/upkeep/upkeep.ts';
import { testAsking } from '../studio/agents/ask-tests.ts';
import { acting } from '../studio/automations/act.ts';
import { executing } from '../studio/executions/execute.ts';
import { startTicking } from '../studio/schedules/tick.ts';
import type { Dependencies } from './build-service.ts';
import { origins } from './origins.ts';
import { subscribeAll } from './subscriptions.ts';
import { upkeepSteps } from './upkeep/steps.ts';

/** `pool` is for the job engine, which makes its own transactions. */
export type WorkerDependencies = Pick<Dependencies, 'config' | 'db' | 'events' | 'log' | 'storage'> & { pool: pg.Pool };

/** Starts a worker for everything that runs without a request. Any number may run: each job is safe to do twice. */
export async function startWorker({
  config,
  db,
  events,
  log,
  storage,
  pool,
}: WorkerDependencies): Promise<{ close(): Promise<void> }> {
  subscribeAll();
  const { SMTP_URL, SMTP_TLS, MAIL_FROM, DATABASE_URL } = config;
  // The mail client is not loaded if mails stay here.
  const server =
    SMTP_URL === undefined || MAIL_FROM === undefined
      ? null
      : (await import('../platform/mail/smtp.ts')).openMailServer({ SMTP_URL, SMTP_TLS, MAIL_FROM });
  const failures = new FailureLog({ log, write: (rows) => db.asSystem((trx) => keepFailures(trx, rows)) });
  const embedder = embedderOf(readDeclared(config), failures.newsOf);
  const outgoing = createOutgoing({ allowedHosts: config.OUTGOING_ALLOWED_HOSTS ?? [] });
  const breakers = new Breakers();
  let secrets: Secrets | null = null;
  const sealing = () => (secrets ??= loadSecrets(config));
  const models = await db.asSystem((trx) => registerModels(trx, readDeclared(config), failures.newsOf));
  const executions = { config, db, events, models, ruleBook: new RuleBook(), origins };
  const recognition = openRecognition(config);
  const readingFiles = { db, storage, log, hasEmbedder: embedder !== null, recognition };
  const reading = knowledgeReading({ ...readingFiles, outgoing });
  const handlers = {
    send_mail: mailDelivery({ config, db, log, server }),
    read_file: fileReading(readingFiles),
    read_knowledge: reading,
    fetch_page: reading,
    recognize_pages: pageRecognizing({ db, storage, log, recognition }),
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
  const upkeep = startUpkeep({ db, log }, upkeepSteps({ storage, log, embedder, languages: languagesOf(recognition) }));
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
      await Promise.all([outgoing.close(), failures.close(), recognition?.recognizer.close()]);
      server?.close();
    },
  };
}
