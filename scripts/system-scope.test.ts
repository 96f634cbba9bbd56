import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './workspace.ts';

/**
 * Which files work across organisations (`Database.asSystem`), where row-level security proves nothing, and why. The
 * list may only shrink: what is of one organisation is done `asTenant` (ADR 55).
 */
const across: readonly { why: string; files: readonly string[] }[] = [
  {
    why: 'A person before or beside every organisation: their account, sessions and registration. Each statement goes by the user of the session.',
    files: [
      'modules/invitations/acceptance.ts',
      'modules/invitations/routes.ts',
      'modules/registration/completion.ts',
      'modules/registration/enterprise-contact.ts',
      'modules/registration/deletion.ts',
      'modules/registration/names.ts',
      'modules/registration/routes.ts',
      'modules/registration/sign-up.ts',
      'modules/registration/verification-by-link.ts',
      'modules/registration/verification.ts',
      'modules/session/memberships.ts',
      'modules/session/own-sessions.ts',
      'modules/session/password-reset.ts',
      'modules/session/routes.ts',
      'modules/session/sign-in.ts',
      'modules/terms/routes.ts',
      'modules/users/deletion.ts',
      'modules/users/email-reversal.ts',
      'modules/users/email.ts',
      'modules/users/mfa.ts',
      'modules/users/own-data.ts',
      'modules/users/own-password.ts',
      'modules/users/password.ts',
      'modules/users/profile.ts',
      'modules/users/routes.ts',
      'plugins/session.ts',
    ],
  },
  {
    why: 'It counts against a limit, and limits are of no organisation.',
    files: [
      'modules/attachments/take-in.ts',
      'modules/knowledge/content-routes.ts',
      'modules/members/import-routes.ts',
      'modules/tools/routes.ts',
      'modules/uploads/begin.ts',
    ],
  },
  {
    why: 'What is sent names a thing, not an organisation: whose it is has to be found first.',
    files: ['modules/automations/public-routes.ts', 'modules/automations/receive.ts', 'modules/payment/routes.ts'],
  },
  {
    why: 'The restricted role may not write what is paid for; each statement goes by the organisation of the session.',
    files: ['modules/subscription/routes.ts'],
  },
  {
    why: 'It is of the installation.',
    files: [
      'demo/dialogues.ts',
      'demo/known-password.ts',
      'demo/originals.ts',
      'demo/seed.ts',
      'modules/health/routes.ts',
      'modules/mail/mailbox.ts',
      'modules/models/models.ts',
      'modules/payment/operator.ts',
      'modules/plans/routes.ts',
      'modules/releases/guard.ts',
      'modules/releases/operator-routes.ts',
      'modules/releases/report-routes.ts',
      'modules/releases/repository.ts',
      'modules/releases/routes.ts',
    ],
  },
  {
    why: 'A job, or a process that looks after what others left: it takes what is due of every organisation.',
    files: [
      'jobs/hand-over.ts',
      'modules/audit/webhook/send-job.ts',
      'modules/automations/act.ts',
      'modules/billing/upkeep.ts',
      'modules/charts/job.ts',
      'modules/dialogue-log/write-export.ts',
      'modules/dialogues/search-upkeep.ts',
      'modules/executions/ask-for.ts',
      'modules/executions/execute.ts',
      'modules/files/embed-file.ts',
      'modules/files/leftovers.ts',
      'modules/files/read-file.ts',
      'modules/files/reindex.ts',
      'modules/governance/decide-approval.ts',
      'modules/knowledge/read-source.ts',
      'modules/mail/deliver.ts',
      'modules/members/import-job.ts',
      'modules/organization-exports/write.ts',
      'modules/payment/stripe/charge.ts',
      'modules/payment/stripe/provider.ts',
      'modules/payment/stripe/reconcile.ts',
      'modules/replays/replay-job.ts',
      'modules/retention/retention-job.ts',
      'modules/runs/runner.ts',
      'modules/runs/runs.ts',
      'modules/schedules/tick.ts',
      'modules/studio/ask-tests.ts',
      'modules/users/removal.ts',
      'services/worker.ts',
      'upkeep/upkeep.ts',
    ],
  },
];

const source = path.join(root, 'server/src');
const isOfTests = (file: string) => file.endsWith('.test.ts') || file.startsWith('testing/');

test('what works across organisations is listed with its reason, and nothing else does', () => {
  const using = globSync('**/*.ts', { cwd: source }).filter(
    (file) =>
      !isOfTests(file) &&
      file !== 'plugins/db/database.ts' &&
      readFileSync(path.join(source, file), 'utf8').includes('.asSystem('),
  );
  expect(using.sort()).toEqual(across.flatMap(({ files }) => files).sort());
});
