import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/**
 * Files that work across organisations (`Database.asSystem`), where row-level security proves nothing, with the reason.
 * The list may only shrink: work on one organisation is done `asTenant` (ADR 55).
 */
const across: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'A person before or beside every organisation: their account, sessions and registration. Each statement goes by the user of the session.',
    files: [
      'people/invitations/acceptance.ts',
      'people/invitations/routes.ts',
      'lifecycle/registration/completion.ts',
      'people/registration/enterprise-contact.ts',
      'lifecycle/registration/deletion.ts',
      'people/registration/names.ts',
      'people/registration/routes.ts',
      'people/registration/sign-up.ts',
      'people/registration/verification-by-link.ts',
      'people/registration/verification.ts',
      'people/session/memberships.ts',
      'people/session/own-sessions.ts',
      'people/session/password-reset.ts',
      'people/session/routes.ts',
      'people/session/sign-in.ts',
      'people/terms/routes.ts',
      'lifecycle/account-deletion/deletion.ts',
      'people/users/email-reversal.ts',
      'people/users/email.ts',
      'people/users/mfa.ts',
      'lifecycle/own-data/own-data.ts',
      'people/users/own-password.ts',
      'people/users/password.ts',
      'people/users/profile.ts',
      'people/users/routes.ts',
      'people/session/use-sessions.ts',
    ],
  },
  {
    why: 'It counts against a limit, and limits are of no organisation.',
    files: [
      'library/attachments/take-in.ts',
      'library/knowledge/content-routes.ts',
      'people/member-imports/routes.ts',
      'dialogue/tools/routes.ts',
      'dialogue/tools/sign-in/routes.ts',
      'library/uploads/begin.ts',
    ],
  },
  {
    why: 'What is sent names a thing, not an organisation: whose it is has to be found first.',
    files: ['studio/automations/public-routes.ts', 'studio/automations/receive.ts', 'money/payment/routes.ts'],
  },
  {
    why: 'The restricted role may not write what is paid for; each statement goes by the organisation of the session.',
    files: ['money/subscription/routes.ts'],
  },
  {
    why: 'It is of the installation.',
    files: [
      'demo/dialogues.ts',
      'demo/known-password.ts',
      'demo/originals.ts',
      'demo/seed.ts',
      'operations/health/routes.ts',
      'platform/mail/mailbox.ts',
      'money/ledger/models.ts',
      'money/payment/operator.ts',
      'people/plans/routes.ts',
      'operations/releases/guard.ts',
      'operations/releases/operator-routes.ts',
      'operations/releases/report-routes.ts',
      'operations/releases/repository.ts',
      'operations/releases/routes.ts',
    ],
  },
  {
    why: 'A job, or a process that looks after what others left: it takes what is due of every organisation.',
    files: [
      'platform/jobs/hand-over.ts',
      'platform/audit/webhook/send-job.ts',
      'studio/automations/act.ts',
      'money/billing/upkeep.ts',
      'oversight/charts/job.ts',
      'oversight/dialogue-log/write-export.ts',
      'dialogue/dialogues/search-upkeep.ts',
      'studio/executions/ask-for.ts',
      'studio/executions/execute.ts',
      'library/embeddings/embed-file.ts',
      'library/files/leftovers.ts',
      'library/files/read-file.ts',
      'library/files/reindex.ts',
      'dialogue/runs/decide-approval.ts',
      'library/knowledge/read-source.ts',
      'library/recognition/recognize-pages.ts',
      'platform/mail/deliver.ts',
      'people/member-imports/import-job.ts',
      'lifecycle/organization-exports/write.ts',
      'money/payment/stripe/charge.ts',
      'money/payment/stripe/provider.ts',
      'money/payment/stripe/reconcile.ts',
      'oversight/replays/replay-job.ts',
      'lifecycle/retention/retention-job.ts',
      'dialogue/runs/runner.ts',
      'dialogue/runs/runs.ts',
      'studio/schedules/tick.ts',
      'studio/agents/ask-tests.ts',
      'lifecycle/account-deletion/removal.ts',
      'services/worker.ts',
      'platform/upkeep/upkeep.ts',
    ],
  },
];

const source = path.join(root, 'server/src');
const isOfTests = (file: string) => file.endsWith('.test.ts') || file.startsWith('testing/');

test('what works across organisations is listed with its reason, and nothing else does', () => {
  const using = globSync('**/*.ts', { cwd: source }).filter(
    (file) =>
      !isOfTests(file) &&
      file !== 'platform/db/database.ts' &&
      readFileSync(path.join(source, file), 'utf8').includes('.asSystem('),
  );
  expect(using.sort()).toEqual(across.flatMap(({ files }) => files).sort());
});
