import { setFavorite } from '@parlance/shared/contract/api/bots';
import { rateAnswer, startDialogue, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import { createFolder } from '@parlance/shared/contract/api/folders';
import type { OwnData } from '@parlance/shared/contract/api/own-data';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { shareDialogue } from '@parlance/shared/contract/api/shares';
import { sql } from 'kysely';
import { botNamed, start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import { dataOf, registeredAs } from '../../testing/registering.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0);
const ofMembers = (count: (membership: OwnData['memberships'][number]) => number) => (data: OwnData) =>
  sum(data.memberships.map(count));
const ofMessages = (
  count: (message: OwnData['memberships'][number]['dialogues'][number]['messages'][number]) => number,
) => ofMembers(({ dialogues }) => sum(dialogues.flatMap(({ messages }) => messages.map(count))));

/** The tables whose rows stand in the download, and how many of them it has. */
const inDownload: Readonly<Record<string, (data: OwnData) => number>> = {
  users: () => 1,
  terms_acceptances: (data) => data.terms_accepted.length,
  sessions: (data) => data.sessions.length,
  enterprise_enquiries: (data) => data.enquiries.length,
  memberships: (data) => data.memberships.length,
  team_members: ofMembers(({ teams }) => teams.length),
  dialogues: ofMembers(({ dialogues }) => dialogues.length),
  messages: ofMessages(() => 1),
  ratings: ofMessages(({ rating }) => (rating === null ? 0 : 1)),
  message_attachments: ofMessages(({ attachments }) => attachments.length),
  folders: ofMembers(({ folders }) => folders.length),
  bot_uses: ofMembers(({ bots }) => bots.length),
  attachments: ofMembers(({ attachments }) => attachments.length),
  shares: ofMembers(({ shares }) => shares.length),
  share_people: ofMembers(({ shared_with_me }) => shared_with_me.length),
  share_teams: ofMembers(({ shares }) => shares.reduce((teams, share) => teams + share.teams, 0)),
  model_usage: ofMembers(({ model_calls }) => model_calls.length),
  tool_calls: ofMembers(({ tool_calls }) => tool_calls.length),
  connected_accounts: ofMembers(({ connected_accounts }) => connected_accounts.length),
  prompt_template_marks: ofMembers(({ prompt_templates }) => prompt_templates.length),
  usage_sessions: ofMembers(({ usage_sessions }) => usage_sessions.length),
  analytics_events: ofMembers(({ analytics_events }) => analytics_events.length),
};

/** The tables that lead to a person and are not in the download, each with its reason. */
const leftOut: Readonly<Record<string, string>> = {
  registrations: 'how far a registration is; it is over',
  registration_attempts: 'becomes the account, and is deleted then',
  known_devices: 'a hash by which a browser is known again, of which nothing can be read',
  password_resets: 'a hash of a secret, for an hour',
  email_reversals: 'a hash of a secret with an address that the person had, for three days',
  codes: 'a hash of a code, for minutes',
  member_imports: 'the organisation’s: whom it invited by a file, for a month',
  member_import_lines: 'the organisation’s: they hold the addresses of others',
  invitations: 'the organisation’s: they hold the addresses of others',
  dialogue_log_entries: 'figures of dialogues that are in the download',
  chart_changes: 'what is in the download, until it is added to figures',
  chart_presence: 'on which days somebody was there, as their sessions and dialogues say',
  chart_askers: 'which bots somebody has asked, as their dialogues say',
  chart_members: 'sums of their sessions and dialogues',
  chart_member_days: 'sums of their dialogues and of the calls of models',
  shown_names: 'a reason, for an hour; the audit log of the organisation keeps it',
  dialogue_log_exports: 'the organisation’s, for a week: what others asked',
  bots: 'the organisation’s: who is responsible may change',
  bot_files: 'the organisation’s',
  agent_drafts: 'the organisation’s: an agent is saved as a file in the studio',
  agent_versions: 'the organisation’s, as its draft',
  governance_approvals: 'the organisation’s: what an administrator said of a message that is in the download',
  governance_rule_versions: 'the organisation’s: who saved a rule',
  replays: 'the organisation’s: who tried a rule',
  dialogue_rule_hits: 'which rules have applied in dialogues that are in the download',
  replay_counts: 'figures, which do not say whose texts they are of',
  side_requests: 'how many tokens a request reserves, for minutes',
  legal_holds: 'the organisation’s: why it must keep data',
  legal_hold_members: 'the organisation’s, as the hold',
  governance_hits: 'the organisation’s: they do not say whose text it was',
  agent_creations: 'which request made an agent',
  agent_people: 'for whom an agent of the organisation is',
  agent_teams: 'as the people of an agent, by team',
  agent_presence: 'who has an agent open, for less than a minute',
  agent_test_sets: 'the organisation’s',
  agent_test_runs: 'the organisation’s',
  agent_test_results: 'the organisation’s',
  knowledge_sources: 'the organisation’s: what its agents know',
  file_versions: 'the organisation’s, as the source',
  file_dialogues: 'in which dialogues a file of the organisation is quoted',
  uploads: 'a file on its way, for a day; it is the organisation’s once it is there',
  upload_parts: 'a file on its way, for a day',
  knowledge_people: 'for whom a source of the organisation is',
  knowledge_teams: 'as the people of a source, by team',
  tools: 'the organisation’s',
  tool_clients: 'the organisation’s: how it is known where people sign in to a tool',
  tool_sign_ins: 'a sign-in to a tool that is under way, for minutes',
  schedules: 'the organisation’s: who it runs as may change',
  executions: 'what a schedule asked and was answered, which stands in the dialogues that are in the download',
  execution_actions: 'the organisation’s: what was done with an answer',
  automation_holds: 'the organisation’s: who holds its schedules',
  prompt_templates: 'the organisation’s: a template is saved as a file in the studio',
  prompt_template_versions: 'the organisation’s, as the template',
  prompt_template_people: 'for whom a template of the organisation is',
  prompt_template_teams: 'as the people of a template, by team',
  prompt_template_requests: 'which request made or used a template, for a day',
  permission_sets: 'the organisation’s',
  permission_grants: 'what the organisation lets people do',
  search_entries: 'made of the messages and titles',
  runs: 'how an answer was written; what it said is a message, what it took a call of a model',
  run_deltas: 'an answer while it is written',
  answer_reasoning:
    'the model’s draft, not its answer, which is in the download; it is read beside the answer and kept for a time of its own',
  elicitations: 'what servers of tools wanted to know; what was entered is not kept',
  tool_contents: 'what the results of calls hold beside text, which stands with the calls that are in the download',
  tool_call_extras: 'what the provider of a model wants back with a result; the call is in the download',
  dialogue_copies: 'which request made a dialogue that is in the download',
  automatic_payments: 'the organisation’s: who agreed that its invoices are charged by themselves',
  billing_details: 'the organisation’s: whom its invoices are made out to',
  subscription_orders: 'the organisation’s: which plan was ordered, by whom',
  organization_exports: 'the organisation’s: who asked for its export, for a week',
  allowance_use: 'the sums of the calls of models',
  automations: 'the organisation’s: what its agents do when something happens',
  automation_events: 'the organisation’s, as what it set off: what happened, for 90 days',
};

/** Returns every table that refers to a person, directly or through others, and every one with a column named so. */
async function tablesOfPersons(): Promise<string[]> {
  const { rows } = await server.db.asSystem((trx) =>
    sql<{ name: string }>`
      with recursive reached (id) as (
        select oid from pg_class where relname in ('users', 'memberships') and relnamespace = 'public'::regnamespace
        union select conrelid from pg_constraint join reached on confrelid = reached.id where contype = 'f')
      select relname as name from reached join pg_class on pg_class.oid = reached.id
      union select table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name ~ '((^|_)(member|user|subject|attempt)_id|_by|^email)$'
      order by name`.execute(trx),
  );
  return rows.map(({ name }) => name);
}

type Ids = { user: string; member: string; organization: string };

/**
 * Counts the rows of a table that belong to the person, who is alone in an organisation: those with their id, else all
 * of the organisation.
 */
async function held(table: string, ids: Ids): Promise<number> {
  const { rows } = await server.db.asSystem((trx) =>
    sql<{
      column_name: string;
    }>`select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(
      trx,
    ),
  );
  const columns = rows.map(({ column_name }) => column_name);
  const own = (
    [
      ['member_id', ids.member],
      ['user_id', ids.user],
      ['organization_id', ids.organization],
      ['id', ids.user],
    ] as const
  ).find(([column]) => columns.includes(column));
  if (own === undefined) throw new Error(`The rows of a person in ${table} cannot be told; say here how.`);
  const counted = await server.db.asSystem((trx) =>
    sql<{
      count: number;
    }>`select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(own[0])} = ${own[1]}`.execute(trx),
  );
  return counted.rows[0]?.count ?? 0;
}

test('every table that leads to a person is in the download, or is left out for a reason', async () => {
  expect(await tablesOfPersons()).toEqual([...Object.keys(inDownload), ...Object.keys(leftOut)].sort());
});

test('the download has as many of everything as the tables', async () => {
  const client = await registeredAs(server, 'ada@own.example', { organization: 'Own Works' });
  const { member_id: member, organization_id: organization } = dataOf(await client.call(getWhoami));
  const { user_id: user } = await server.db.asSystem((trx) =>
    trx.selectFrom('memberships').where('id', '=', member).select('user_id').executeTakeFirstOrThrow(),
  );
  await doEverything(client, { user, member, organization });
  const data = dataOf(await client.call(getOwnData));
  const counts = Object.fromEntries(Object.entries(inDownload).map(([table, count]) => [table, count(data)]));
  for (const [table, count] of Object.entries(counts))
    expect([table, await held(table, { user, member, organization })]).toEqual([table, count]);
  // A person who is alone has nobody to share with; the next test does.
  expect(Object.keys(counts).filter((table) => counts[table] === 0)).toEqual(['share_people', 'share_teams']);
  expect(data.memberships[0]).toMatchObject({
    dialogues: [
      {
        folder: 'Mine',
        messages: [
          { attachments: ['notes.txt'], rating: null },
          { rating: { value: 'down', reasons: ['incomplete'], comment: 'More, please.' } },
        ],
      },
    ],
    shares: [{ scope: 'organization', people: 0, teams: 0 }],
    bots: [{ is_favorite: true }],
    attachments: [{ name: 'notes.txt', file: expect.stringMatching(/^\/files\/v1\/files\/[0-9a-f-]{36}\/content$/) }],
    tool_calls: [{ tool: 'calculator', arguments: '{"expression":"1+1"}', result: '2' }],
    connected_accounts: [{ tool: 'Tracker', server: 'https://tracker.example', last_used_at: null }],
    prompt_templates: [{ title: 'Minutes', is_favorite: true, rating: 'up' }],
    model_calls: [{ provider: 'house', model: 'large', input_tokens: 12, cost_micros: 340, currency: 'EUR' }],
  });
});

/** Creates one of each, as far as the product does with the embedded model; the rest is inserted into its table. */
async function doEverything(client: Client, { user, member, organization }: Ids): Promise<void> {
  const [bot] = await server.db.asSystem((trx) =>
    trx.selectFrom('bots').where('organization_id', '=', organization).select('id').execute(),
  );
  const botId = bot?.id ?? '';
  const attachment = await attach(server, client, 'notes.txt', new TextEncoder().encode('Trains before planes.'));
  const turn = await ended(
    client,
    dataOf(
      await client.call(startDialogue, {
        body: {
          bot_id: botId,
          prompt: 'What is before planes?',
          idempotency_key: crypto.randomUUID(),
          attachment_ids: [attachment.id],
        },
      }),
    ),
  );
  const folder = dataOf(await client.call(createFolder, { body: { name: 'Mine' } }));
  dataOf(
    await client.call(updateDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { folder_id: folder.id } }),
  );
  dataOf(
    await client.call(rateAnswer, {
      params: { message_id: turn.answer.id },
      body: { value: 'down', reasons: ['incomplete'], comment: 'More, please.' },
    }),
  );
  dataOf(
    await client.call(shareDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { scope: 'organization' } }),
  );
  dataOf(await client.call(setFavorite, { params: { bot_id: botId }, body: { is_favorite: true } }));
  const of = { organization_id: organization, member_id: member };
  await server.db.asSystem(async (trx) => {
    const team = await trx
      .insertInto('teams')
      .values({ organization_id: organization, name: 'Makers' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('team_members')
      .values({ ...of, team_id: team.id })
      .execute();
    await trx
      .insertInto('enterprise_enquiries')
      .values({
        user_id: user,
        idempotency_key: crypto.randomUUID(),
        name: 'Ada',
        email: 'ada@own.example',
        organization: 'Own Works',
        seats: 9,
        message: 'How much?',
      })
      .execute();
    await trx
      .insertInto('usage_sessions')
      .values({ ...of, session_id: crypto.randomUUID(), typing: 1, reading: 2, interacting: 3, idling: 4 })
      .execute();
    await trx
      .insertInto('analytics_events')
      .values({
        ...of,
        event_id: crypto.randomUUID(),
        name: 'page_view',
        occurred_at: new Date(),
        route: '/',
        detail: '{}',
      })
      .execute();
    const call = {
      organization_id: organization,
      run_id: turn.answer.run?.id ?? '',
      step: 1,
      position: 1,
      provider_call_id: 'c',
      told_name: 'calculator_calculate',
      kind: 'calculator' as const,
      tool_name: 'calculator',
      function: 'calculate',
    };
    await trx
      .insertInto('tool_calls')
      .values({ ...call, arguments: '{"expression":"1+1"}', state: 'done', result: '2', offset: 0 })
      .execute();
    const tool = await trx
      .insertInto('tools')
      .values({
        organization_id: organization,
        kind: 'mcp',
        name: 'Tracker',
        description: '',
        settings: '{}',
        secrets: null,
        secret_headers: [],
        functions: '[]',
        disabled_functions: [],
        error_code: null,
        created_by: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('connected_accounts')
      .values({ ...of, tool_id: tool.id, server_url: 'https://tracker.example/mcp', sealed: 'x', expires_at: null })
      .execute();
    const template = await trx
      .insertInto('prompt_templates')
      .values({ organization_id: organization, owner_id: member })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('prompt_template_versions')
      .values({
        organization_id: organization,
        template_id: template.id,
        number: 1,
        definition: JSON.stringify({ title: { en: 'Minutes' } }),
      })
      .execute();
    await trx
      .insertInto('prompt_template_marks')
      .values({ ...of, template_id: template.id, is_favorite: true, rating: 'up' })
      .execute();
    await trx
      .insertInto('model_usage')
      .values({
        ...of,
        run_id: crypto.randomUUID(),
        call: 1,
        provider: 'house',
        model_name: 'large',
        input_tokens: 12,
        output_tokens: 3,
        is_estimated: false,
        cost_micros: 340,
        currency: 'EUR',
      })
      .execute();
  });
}

test('what a colleague shares with a person is named in it', async () => {
  const [mei, adrian] = [await server.as('member@pro.example'), await server.as('admin@pro.example')];
  const turn = await ended(
    adrian,
    await start(adrian, await botNamed(adrian, 'House Guide'), 'When is the building open?'),
  );
  const { member_id: reader } = dataOf(await mei.call(getWhoami));
  dataOf(
    await adrian.call(shareDialogue, {
      params: { dialogue_id: turn.dialogue_id },
      body: { scope: 'people', member_ids: [reader] },
    }),
  );
  expect(dataOf(await mei.call(getOwnData)).memberships).toMatchObject([
    { shared_with_me: [{ title: 'When is the building open?' }], shares: [] },
  ]);
  expect(dataOf(await adrian.call(getOwnData)).memberships).toMatchObject([
    { shared_with_me: [], shares: [{ people: 1 }] },
  ]);
});
