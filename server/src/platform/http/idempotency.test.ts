import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import * as agents from '@parlance/shared/contract/api/agents/agents';
import { sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import * as automations from '@parlance/shared/contract/api/automations/automations';
import { exportDialogueLog, showNames } from '@parlance/shared/contract/api/dialogue-log';
import * as dialogues from '@parlance/shared/contract/api/dialogues';
import { replayExecution } from '@parlance/shared/contract/api/executions';
import { createInvitation } from '@parlance/shared/contract/api/invitations';
import { startMemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import { exportOrganization } from '@parlance/shared/contract/api/organization-exports';
import {
  createPromptTemplate,
  fillPromptTemplate,
} from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import { contactSales, saveRegistrationNames } from '@parlance/shared/contract/api/registration/registration-steps';
import { startReplay } from '@parlance/shared/contract/api/replays';
import { placeHold } from '@parlance/shared/contract/api/retention';
import { createSchedule, runSchedule } from '@parlance/shared/contract/api/schedules';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { copySharedDialogue, shareDialogue } from '@parlance/shared/contract/api/shares';
import { orderChange, previewChange } from '@parlance/shared/contract/api/subscription/subscription-changes';
import { builtInToolIds, tryTool } from '@parlance/shared/contract/api/tools';
import type { Endpoint, Input } from '@parlance/shared/contract/endpoint';
import { blankAgent, codeOf, dataOf } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { keptExecution, keptSchedule } from '../../testing/automation-things.ts';
import { madeAutomation } from '../../testing/automations.ts';
import { verifiedAs } from '../../testing/registering.ts';
import { waysTo } from '../../testing/sample-input.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

/** Every endpoint that takes an idempotency_key: what a request with one that is known does (ADR 56). */
let server: TestServer;
let one: Client;
let colleague: Client;
beforeAll(async () => {
  server = await startTestServer({ TOOL_SECRETS_KEY: 'ab'.repeat(32) });
  one = await server.as('owner@pro.example');
  colleague = await server.as('admin@pro.example');
  for (const client of [one, colleague])
    dataOf(await client.call(showNames, { body: { reason: 'A sample of a reason.' } }));
});
afterAll(() => server.close());

type Request = { readonly params?: Readonly<Record<string, string>>; readonly body?: object };
type Requests = {
  /** What a request makes a row of; null where nothing is kept. */
  readonly table: string | null;
  /** An organisation has one that is under way. */
  readonly isAlone?: true;
  /** A request of a client's, all but its key. */
  readonly first: (client: Client) => Promise<Request> | Request;
  /** What another request with the same key differs in; null where no two requests differ. */
  readonly other: ((client: Client) => Promise<Request> | Request) | null;
  /** What is answered to the same request again, where it is not the same answer. */
  readonly again?: string;
  /** Who asks, where it is no owner of an organisation. */
  readonly who?: () => Promise<Client> | Client;
  /**
   * Somebody else, who has the same key for a request of their own; null where nobody else may ask, or nobody knows who
   * does.
   */
  readonly colleague?: (() => Promise<Client>) | null;
};

const titleOf = ({ method, path }: Endpoint): string => `${method} ${path}`;
const row = (
  endpoint: Endpoint,
  requests: Requests,
): [string, { readonly endpoint: Endpoint; readonly requests: Requests }] => [
  titleOf(endpoint),
  { endpoint, requests },
];

const guide = (client: Client) => botNamed(client, 'House Guide');
const turnOf = async (client: Client) =>
  ended(client, await start(client, await guide(client), 'When is the building open?'));
const idsOf = async (client: Client) => {
  const { organization_id: organizationId, member_id: memberId } = dataOf(await client.call(getWhoami));
  return { organizationId, memberId, ownerId: memberId, botId: await guide(client) };
};
/** The answer of a turn of the client's that was broken off. */
async function brokenOff(client: Client): Promise<Request> {
  const { answer } = await turnOf(client);
  await server.pool.query(`update runs set status = 'interrupted' where answer_id = $1`, [answer.id]);
  return { params: { message_id: answer.id } };
}
const answerOf = async (client: Client): Promise<Request> => ({
  params: { message_id: (await turnOf(client)).answer.id },
});
async function shared(client: Client): Promise<Request> {
  const { dialogue_id } = await turnOf(client);
  return {
    params: {
      share_id: dataOf(await client.call(shareDialogue, { params: { dialogue_id }, body: { scope: 'organization' } }))
        .id,
    },
  };
}
async function ran(client: Client): Promise<Request> {
  const { memberId, ...of } = await idsOf(client);
  return {
    params: {
      execution_id: await keptExecution(server, { ...of, memberId, of: { schedule: await keptSchedule(server, of) } }),
    },
  };
}
const scheduled = async (client: Client): Promise<Request> => ({
  params: { schedule_id: await keptSchedule(server, await idsOf(client)) },
});

const agentOf = (client: Client) => blankAgent(client, { name: { en: 'Guide' }, instructions: 'Guide people.' });
const trial = (prompt: string, { definition }: { definition: AgentDefinition }) => ({ body: { prompt, definition } });
async function inTest(client: Client) {
  const agent = await agentOf(client);
  const turn = await ended(
    client,
    dataOf(
      await client.call(agents.startAgentTest, {
        params: { agent_id: agent.id },
        body: { idempotency_key: crypto.randomUUID(), prompt: 'Hello', definition: agent.definition },
      }),
    ),
  );
  return { params: { dialogue_id: turn.dialogue_id }, ...trial('And then?', agent) };
}
const templateFrom = (title: string) => ({
  body: {
    from: {
      kind: 'new',
      definition: { title: { en: title }, body: { en: 'Write the minutes.' } },
      command: null,
      category: '',
      tags: [],
    },
  },
});
async function filled(client: Client): Promise<Request> {
  const { body } = templateFrom('Minutes');
  const template = dataOf(
    await client.call(createPromptTemplate, {
      body: { idempotency_key: crypto.randomUUID(), ...body } as Input<typeof createPromptTemplate>['body'],
    }),
  ); // as above
  return { params: { template_id: template.id }, body: { version: 1, language: 'en', date: '2026-03-02', values: {} } };
}
const scheduleOf = async (client: Client, name: string) => ({
  body: {
    definition: {
      name,
      bot_id: await guide(client),
      prompt: 'What is new?',
      cron: '0 7 * * 1-5',
      time_zone: 'Europe/Berlin',
    },
  },
});
const automationOf = async (client: Client, name: string) => ({
  body: {
    definition: { name, trigger: { kind: 'webhook' }, bot_id: await guide(client), prompt: 'Sum it up.', actions: [] },
  },
});
const hookOf = async (client: Client): Promise<Request> => ({
  params: { automation_id: (await madeAutomation(client)).automation.id },
  body: { event: '{"order":{"id":"1"}}' },
});
async function formOf(): Promise<Request> {
  const fields = [{ name: 'who', label: 'Who', kind: 'text' as const, options: [], is_required: true }];
  const { automation } = await madeAutomation(one, {
    trigger: { kind: 'form', title: 'Order', description: '', fields, thanks: 'Thanks.' },
    prompt: '{{who}}',
  });
  return { params: { token: automation.form_url?.split('/').at(-1) ?? '' }, body: { values: { who: 'Ada' } } };
}
const today = new Date().toISOString().slice(0, 10);
const replayOf = (name: string) => ({
  body: {
    definition: {
      name,
      message: '',
      target: 'both',
      action: 'monitor',
      conditions: [{ kind: 'words', terms: ['kestrel'] }],
    },
    from: today,
    to: today,
    bot_ids: [],
    team_ids: [],
  },
});
const enquiry = (message: string) => ({ body: { name: 'Grace', organization: 'Big Corp', seats: 5000, message } });
async function registering(email: string): Promise<Client> {
  const client = await verifiedAs(server, email);
  dataOf(await client.call(saveRegistrationNames, { body: { username: 'Grace', organization: 'Big Corp' } }));
  return client;
}
async function orderOf(client: Client): Promise<{ body: object }> {
  const seen = dataOf(await client.call(previewChange, { query: { plan_name: 'Growth' } }));
  return {
    body: {
      plan_name: seen.plan_name,
      at: seen.at,
      currency: seen.currency,
      total_now: seen.now.total,
      total_next: seen.next.total,
    },
  };
}
const nameOf = (client: Client) => (client === one ? 'one' : 'colleague');

const table = new Map([
  row(dialogues.startDialogue, {
    table: 'runs',
    first: async (client) => ({ body: { bot_id: await guide(client), prompt: 'Hello' } }),
    other: () => ({ body: { prompt: 'Goodbye' } }),
  }),
  row(dialogues.sendPrompt, {
    table: 'runs',
    first: async (client) => ({
      params: { dialogue_id: (await turnOf(client)).dialogue_id },
      body: { prompt: 'Hello' },
    }),
    other: () => ({ body: { prompt: 'Goodbye' } }),
  }),
  row(dialogues.regenerateAnswer, { table: 'runs', first: answerOf, other: answerOf }),
  row(dialogues.continueAnswer, { table: 'runs', first: brokenOff, other: brokenOff }),
  row(agents.createAgent, {
    table: 'bots',
    first: () => ({ body: { from: { kind: 'blank' } } }),
    other: async (client) => ({ body: { from: { kind: 'copy', agent_id: (await agentOf(client)).id } } }),
  }),
  row(agents.startAgentTest, {
    table: 'runs',
    first: async (client) => {
      const agent = await agentOf(client);
      return { params: { agent_id: agent.id }, ...trial('Hello', agent) };
    },
    other: () => ({ body: { prompt: 'Goodbye' } }),
  }),
  row(agents.continueAgentTest, { table: 'runs', first: inTest, other: () => ({ body: { prompt: 'Goodbye' } }) }),
  row(createPromptTemplate, {
    table: 'prompt_templates',
    first: () => templateFrom('Minutes'),
    other: () => templateFrom('Letter'),
  }),
  row(fillPromptTemplate, {
    table: 'prompt_template_requests',
    first: filled,
    other: () => ({ body: { language: 'de-DE' } }),
  }),
  row(copySharedDialogue, { table: 'dialogue_copies', first: shared, other: shared }),
  row(tryTool, {
    table: null,
    first: () => ({
      params: { tool_id: builtInToolIds.calculator },
      body: { function: 'calculate', arguments: { expression: '1+1' } },
    }),
    other: () => ({ body: { arguments: { expression: '1+2' } } }),
    again: '409 conflict',
  }),
  row(createInvitation, {
    table: 'invitations',
    first: (client) => ({ body: { email: `${nameOf(client)}@keys.example`, role: 'member', language: 'en' } }),
    other: () => ({ body: { role: 'admin' } }),
  }),
  row(startMemberImport, {
    table: 'member_imports',
    isAlone: true,
    first: (client) => ({ body: { csv: `email\n${nameOf(client)}@lines.example`, role: 'member', language: 'en' } }),
    other: () => ({ body: { role: 'admin' } }),
  }),
  row(contactSales, {
    table: 'enterprise_enquiries',
    who: () => registering('one@keys.example'),
    colleague: () => registering('other@keys.example'),
    first: () => enquiry('Hello'),
    other: () => enquiry('Goodbye'),
  }),
  row(placeHold, {
    table: 'legal_holds',
    first: () => ({ body: { subject: { kind: 'organization' }, reason: 'Proceedings of this year', until: null } }),
    other: () => ({ body: { reason: 'Proceedings of that year' } }),
  }),
  row(replayExecution, { table: 'executions', first: ran, other: ran }),
  row(exportDialogueLog, {
    table: 'dialogue_log_exports',
    first: () => ({ body: { format: 'csv', filter: {} } }),
    other: () => ({ body: { format: 'jsonl' } }),
  }),
  row(startReplay, { table: 'replays', isAlone: true, first: () => replayOf('Birds'), other: () => replayOf('Trees') }),
  row(createSchedule, {
    table: 'schedules',
    first: (client) => scheduleOf(client, 'Morning'),
    other: (client) => scheduleOf(client, 'Evening'),
  }),
  row(runSchedule, { table: 'executions', first: scheduled, other: scheduled }),
  row(automations.createAutomation, {
    table: 'automations',
    first: (client) => automationOf(client, 'Orders'),
    other: (client) => automationOf(client, 'Complaints'),
  }),
  row(automations.testAutomation, {
    table: 'executions',
    first: hookOf,
    other: () => ({ body: { event: '{"order":{"id":"2"}}' } }),
  }),
  row(sendForm, {
    table: 'automation_events',
    who: () => server.anonymous(),
    colleague: null,
    first: formOf,
    other: () => ({ body: { values: { who: 'Grace' } } }),
  }),
  row(orderChange, {
    table: 'subscription_orders',
    who: () => server.as('owner@team.example'),
    colleague: null,
    first: orderOf,
    other: () => ({ body: { total_next: 1 } }),
  }),
  row(exportOrganization, { table: 'organization_exports', colleague: null, first: () => ({ body: {} }), other: null }),
]);

test('every endpoint that takes a key is walked', () => {
  const all = [server.app, server.charts, server.payment].flatMap(({ endpoints }) => endpoints);
  const taking = all.filter(
    ({ body }) => body !== undefined && waysTo('id', body).some((at) => at.includes('idempotency_key')),
  );
  expect([...table.keys()].sort()).toEqual(taking.map(titleOf).sort());
});

const rowsOf = async (name: string | null): Promise<number> =>
  name === null
    ? 0
    : Number((await server.pool.query<{ count: string }>(`select count(*) from ${name}`)).rows[0]?.count);
/** What was made, as an answer names it. */
const madeBy = (answer: unknown): string[] =>
  JSON.stringify(answer)
    .match(/"(id|text|thanks)":"[^"]*"/g)
    ?.slice(0, 1) ?? [];
const send = (endpoint: Endpoint, client: Client, { params, body }: Request, key: string) =>
  client.call(endpoint, { ...(params === undefined ? {} : { params }), body: { ...body, idempotency_key: key } });

test.each([...table])(
  '%s: again it is the same, otherwise it is refused, and a colleague has a key of their own',
  async (_, { endpoint, requests }) => {
    const {
      table: name,
      isAlone = false,
      other,
      again = '200',
      colleague: another = () => Promise.resolve(colleague),
    } = requests;
    const client = (await requests.who?.()) ?? one;
    const key = crypto.randomUUID();
    const first = await requests.first(client);
    const different = { ...first, ...(await other?.(client)) };
    // no params where there are none
    const otherRequest = { params: different.params, body: { ...first.body, ...different.body } } as Request;
    const theirs = another === null ? null : { client: await another() };
    const theirRequest = theirs === null ? null : await requests.first(theirs.client);
    const before = await rowsOf(name);
    const after = name === null ? 0 : before + 1;

    const made = await send(endpoint, client, first, key);
    expect(codeOf(made)).toBe('200');
    const repeated = await send(endpoint, client, first, key);
    expect(codeOf(repeated)).toBe(again);
    if (again === '200') expect(madeBy(repeated.body)).toEqual(madeBy(made.body));
    expect(madeBy(made.body)).toHaveLength(again === '200' ? 1 : 0);
    expect(await rowsOf(name)).toBe(after);

    if (other !== null)
      expect(codeOf(await send(endpoint, client, otherRequest, key))).toBe('409 idempotency_key_reused');
    expect(await rowsOf(name)).toBe(after);

    if (theirs === null || theirRequest === null) return;
    if (isAlone) await server.pool.query(`update ${name} set status = 'complete'`);
    const own = await send(endpoint, theirs.client, theirRequest, key);
    expect(codeOf(own)).toBe('200');
    if (again === '200' && endpoint !== fillPromptTemplate) expect(madeBy(own.body)).not.toEqual(madeBy(made.body));
  },
);
