import type { Figure } from '../bench/figures.ts';
import type { QuarantinedTest } from '../test/quarantine.ts';

/** Tests that prove a promise: in this file, those whose names hold these words. */
export type TestProof = {
  readonly kind: 'test';
  readonly folder: string;
  /** Below the folder. */
  readonly file: string;
  readonly name: string;
  /** The databases it runs on; both by default for the server’s tests. */
  readonly on?: 'pglite' | 'postgres';
};

/** A proof measured by hand, on a machine that does nothing else. A figure over its limit breaks the promise. */
export type MeasuredProof = { readonly kind: 'measured'; readonly file: string };

export type Proof = TestProof | MeasuredProof;

/** The export of a file of measurements. */
export type Measurement = { readonly measure: () => Promise<Figure[]> };

const server = (file: string, name: string, more: Pick<TestProof, 'on'> = {}): TestProof => ({
  kind: 'test',
  folder: 'server',
  file: `src/${file}.test.ts`,
  name,
  ...more,
});
const page = (file: string, name: string): TestProof => ({
  kind: 'test',
  folder: 'e2e',
  file: `pages/${file}.test.ts`,
  name,
  on: 'postgres',
});
const journey = (file: string, name: string): TestProof => ({
  kind: 'test',
  folder: 'e2e',
  file: `journeys/${file}.test.ts`,
  name,
  on: 'postgres',
});
const browser = (folder: 'host' | 'shared', file: string, name: string): TestProof => ({
  kind: 'test',
  folder,
  file: `src/${file}`,
  name,
});
const measured = (file: string): MeasuredProof => ({ kind: 'measured', file: `tooling/trust/${file}.ts` });

/**
 * Returns proofs for tests out of `npm test`: they run here, on both databases if they are the server’s or a journey.
 */
export const quarantined = (list: readonly QuarantinedTest[]): readonly Proof[] =>
  list.flatMap(({ folder, file, test: name }) =>
    folder === 'e2e'
      ? (['pglite', 'postgres'] as const).map((on): Proof => ({ kind: 'test', folder, file, name, on }))
      : [{ kind: 'test', folder, file, name }],
  );

/** The proofs of every promise of docs/trust.md. A test checks that none is missing and that each name exists. */
export const rows: Readonly<Record<string, readonly Proof[]>> = {
  'FLT-01': [server('oversight/usage/killed', '(FLT-01)')],
  'FLT-02': [
    server('main', 'a database that goes is said in 503', { on: 'postgres' }),
    server('platform/db/silence', 'a database that stands still is said in 503', { on: 'postgres' }),
    measured('database-killed'),
  ],
  'FLT-03': [
    journey('many-processes', 'FLT-03'),
    journey('many-processes', 'an answer whose process is told to stop'),
    measured('rolling-restart'),
  ],
  'FLT-06': [
    server('platform/language-models/faults', 'whatever a provider does wrong'),
    server('platform/language-models/faults', 'an answer cut after any byte'),
    server('dialogue/runs/recovery', 'an answer whose process is killed or stopped'),
  ],
  'FLT-07': [
    server('money/payment/payment', 'FLT-07'),
    server('platform/mail/deliver', 'a server that is down and comes back gets everything'),
    journey('mail-server-down', 'a mail server that is down delays mails and loses none'),
  ],
  'NET-01': [measured('fronts')],
  'LOAD-01': [measured('steady-load')],
  'LOAD-02': [measured('many-streams')],
  'LOAD-03': [measured('log-ins')],
  'LOAD-05': [
    server('platform/http/fair-share', 'an organisation that asks more than it may is refused'),
    measured('loud-neighbour'),
  ],
  'INP-01': [
    server('services/malformed', 'INP-01'),
    server('platform/http/requests', 'bad input is answered with an envelope'),
  ],
  'INP-03': [server('platform/storage/storage', '(INP-03)'), server('library/uploads/uploads', '(INP-03)')],
  'INP-04': [
    server('library/files/not-what-they-say', 'INP-04'),
    server('library/attachments/attachments', '(INP-04)'),
  ],
  'INP-05': [server('platform/outgoing/outgoing', 'INP-05'), server('library/knowledge/web-pages', '(INP-05)')],
  'INP-07': [server('platform/audit/audit-log', '(INP-07)'), server('oversight/dialogue-log/dialogue-log', '(INP-07)')],
  'INP-08': [
    server('dialogue/tools/hostile-descriptions', 'INP-08'),
    server('dialogue/tools/hostile-descriptions', 'a call that is not judged in time'),
    server('dialogue/tools/schema/inlined-parameters', 'is told within the budget of one function'),
    server('platform/threads/places', 'does not wait behind twenty of another'),
    server('platform/threads/lasting-threads', 'a process ends while a thread of it hangs'),
  ],
  'TEN-01': [
    server('services/foreign-ids', '(TEN-01)'),
    server('services/foreign-ids', 'an id of one’s own is told from an id of nothing'),
    server('services/access-table', 'every registered endpoint has its row'),
    server('platform/db/database', '(TEN-01)'),
    ...[
      'library/attachments/attachments',
      'platform/audit/webhook/webhook',
      'studio/automations/automations',
      'oversight/dialogue-log/dialogue-log',
      'dialogue/dialogues/strangers',
      'oversight/file-manager/file-manager',
      'people/invitations/invitations',
      'lifecycle/offboarding/changes',
      'people/members/routes',
      'people/privileges/privileges',
      'dialogue/prompt-templates/strangers',
      'oversight/replays/replays',
      'lifecycle/retention/retention',
      'studio/schedules/schedules',
      'studio/agents/strangers',
      'people/teams/teams',
      'library/uploads/uploads',
    ].map((file) => server(file, 'TEN-01')),
  ],
  'TEN-03': [
    server('dialogue/runs/foreign', 'nobody else reads, resumes, stops or looks up an answer'),
    server('dialogue/dialogues/strangers', '(TEN-03)'),
  ],
  'TEN-04': [
    'dialogue/dialogues/strangers',
    'oversight/file-manager/file-manager',
    'lifecycle/offboarding/changes',
    'people/privileges/privileges',
    'dialogue/prompt-templates/strangers',
    'studio/agents/strangers',
    'people/teams/teams',
    'people/users/account',
  ].map((file) => server(file, 'TEN-04')),
  'TEN-05': [
    ...[
      'people/members/background',
      'lifecycle/offboarding/changes',
      'people/privileges/privileges',
      'dialogue/prompt-templates/prompt-templates',
      'dialogue/shares/shares',
      'studio/agents/agents',
    ].map((file) => server(file, '(TEN-05)')),
    journey('privileges', '(TEN-05)'),
  ],
  'TEN-07': [
    'lifecycle/offboarding/changes',
    'people/privileges/moves',
    'people/privileges/privileges',
    'lifecycle/own-data/own-data',
  ].map((file) => server(file, '(TEN-07)')),
  'TEN-08': [server('services/access-table', '(TEN-08)'), server('oversight/charts/charts', '(TEN-08')],
  'AUT-01': [
    'a sign-in with a wrong password',
    'a registration with',
    'a forgotten password',
    'an invitation',
    'a change of one’s own address',
  ].map((name) => server('people/session/indistinguishable', name)),
  'AUT-02': [
    server('people/session/known-device', '(AUT-02)'),
    server('people/session/network-limit', '(AUT-02)'),
    journey('many-processes', 'of thirty guesses at a password'),
  ],
  'AUT-03': [server('people/session/second-factor', 'AUT-03')],
  'AUT-04': [server('people/session/second-factor', '(AUT-04)')],
  'AUT-06': [
    server('services/access-table', '(AUT-06)'),
    server('platform/http/secure-cookies', '(AUT-06)'),
    server('platform/http/known-host', '(DNS rebinding)'),
    server('platform/http/requests', 'does not take a pair of header and cookie that a sibling subdomain planted'),
  ],
  'AUT-07': [
    server('services/access-table', 'the plan table decides'),
    server('people/session/session', 'the plan token'),
    browser('shared', 'plan/plan.test.ts', 'the plan token'),
  ],
  'AUT-08': [
    server('platform/http/requests', 'every answer'),
    server('services/web/web', 'a page carries the whole header set'),
    page('headers', 'assets are immutable and compressed, pages are not kept'),
  ],
  'AUT-09': [
    server('platform/config/config', 'a wrong secret is not repeated'),
    server('services/log-canary', ''),
    server('platform/mail/deliver', 'the log holds neither codes nor links nor bodies'),
    server('people/registration/steps', 'no line of the log holds what was entered or mailed'),
    server('platform/outgoing/outgoing', 'what is secret goes to the host that it is for'),
  ],
  'FE-01': [page('remotes-fail', 'a remote shows the fallback'), page('remotes-fail', 'when every remote is down')],
  'FE-03': [journey('ship', 'FE-03')],
  'FE-04': [
    page('pins', 'one byte changed in each file of each remote'),
    page('pins', 'without its pins no remote is shown'),
  ],
  'FE-05': [page('one-of-each', 'FE-05'), page('made-remote', 'FE-05')],
  'FE-06': [page('headers', 'FE-06')],
  'FE-08': [page('arriving', 'FE-08')],
  'FE-09': [page('two-tabs', 'FE-09'), page('two-tabs', 'after signing out in one tab nothing of the tenant is left')],
  'FE-10': [
    page('usage', 'a session over a reload is ended before it'),
    page('usage', 'the close of a tab posts its session'),
    page('usage', 'a session that ends offline is kept'),
  ],
  'LLM-01': [server('dialogue/runs/obedient-model', 'LLM-01')],
  'LLM-03': [page('hostile-answers', '')],
  'LLM-05': [server('studio/executions/allowance', '(LLM-05)'), server('money/ledger/ask-aside', '(LLM-05)')],
  'LLM-06': [
    server('money/ledger/ledger', 'streams cut at random'),
    server('platform/language-models/faults', 'of streams cut at random'),
  ],
  'LLM-07': [server('library/attachments/asking', '(LLM-07)'), server('library/knowledge/strangers', '(LLM-07)')],
  'MCP-01': [server('dialogue/tools/conformance', '(MCP-01)', { on: 'pglite' })],
  'DUR-01': [server('operations/backup/backup', '(DUR-01)')],
  'DUR-02': [
    server('platform/db/migrate-killed', 'DUR-02', { on: 'postgres' }),
    server('platform/db/migrate', 'the release before survives every migration', { on: 'postgres' }),
    measured('release-before'),
  ],
  'DUR-03': [server('main', 'is refused a second time on it', { on: 'pglite' })],
  'DUR-05': [
    server('money/payment/payment', 'DUR-05'),
    server('money/payment/charges', 'DUR-05'),
    server('oversight/charts/charts', '(DUR-05'),
    server('studio/automations/receiving', 'DUR-05'),
  ],
  'DUR-07': [
    server('people/invitations/invitations', '(DUR-07)'),
    server('people/registration/steps', 'asked for twenty times at once founds one organisation'),
    server('oversight/usage/usage', 'a session posted twenty times at once is one row'),
    server('studio/executions/killed', '', { on: 'postgres' }),
    server('studio/schedules/many-schedules', 'schedules that are due at the same moment'),
  ],
  'DUR-08': [server('platform/audit/completeness', '(DUR-08)'), server('platform/audit/record', '(DUR-08)')],
};
