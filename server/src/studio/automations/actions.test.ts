import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { Action, Trigger } from '@parlance/shared/contract/agents/automation';
import { depthAtMost } from '@parlance/shared/contract/agents/executions';
import { reassignEntries } from '@parlance/shared/contract/api/automation-control';
import { retryAction } from '@parlance/shared/contract/api/automations/action-tries';
import {
  deleteAutomation,
  getAutomation,
  rotateAutomationSecret,
  switchAutomation,
  takeOverAutomation,
  testAutomation,
} from '@parlance/shared/contract/api/automations/automations';
import {
  getDialogue,
  listDialogues,
  rateAnswer,
  searchDialogues,
  sendPrompt,
  updateDialogue,
} from '@parlance/shared/contract/api/dialogues';
import {
  type Execution,
  getExecution,
  listExecutions,
  replayExecution,
} from '@parlance/shared/contract/api/executions';
import { createRule, switchRule } from '@parlance/shared/contract/api/governance/rules';
import {
  createKnowledgeFolder,
  getKnowledgeText,
  listKnowledge,
  uploadKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { offboardMember, setMemberState } from '@parlance/shared/contract/api/offboarding';
import {
  createPermissionSet,
  deletePermissionSet,
  grantPermissionSet,
} from '@parlance/shared/contract/api/privileges/privileges';
import { makeSearchable } from '../../dialogue/messages/search-index.ts';
import { JobRefused } from '../../platform/jobs/handlers.ts';
import { jobKinds } from '../../platform/jobs/kinds.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import { codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { botNamed, prompt, start, until } from '../../testing/asking.ts';
import { type NewAutomation, madeAutomation, sendSigned, startAutomationJobs } from '../../testing/automations.ts';
import { endPauses, endPausesButOne } from '../../testing/jobs.ts';
import { sendFile } from '../../testing/knowledge.ts';
import { ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { type HttpSite, type ReceivedRequest, startSite } from '../../testing/tools.ts';

let site: HttpSite;
let respond: (response: ServerResponse) => void;
let server: TestServer;
let owner: Client;
let member: Client;
let jobs: Awaited<ReturnType<typeof startAutomationJobs>>;
let closeServer: () => Promise<void>;
const ok = (response: ServerResponse) => void response.writeHead(204).end();
const answer = 'It is fine. {{order.id}}';
beforeAll(async () => {
  site = await startSite((_, response) => respond(response));
  ({
    server,
    member,
    close: closeServer,
  } = await startAskingModel(
    'Blank Sheet',
    { answer: () => [answer] },
    { TOOL_SECRETS_KEY: 'ab'.repeat(32), OUTGOING_ALLOWED_HOSTS: site.host },
  ));
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ schedules: null }).execute());
  owner = await server.as('owner@pro.example');
  // Long enough for a machine that is busy to answer within it.
  jobs = await startAutomationJobs(server, { allowedHosts: [site.host], timeoutMs: 3_000 });
});
afterAll(async () => {
  await jobs.close();
  await closeServer();
  await site.close();
});
beforeEach(() => {
  respond = ok;
  site.requests.length = 0;
});

const order = { order: { id: 'A-1', total: 12 } };
const listed = async (client: Client, { automation: { id } }: NewAutomation) =>
  dataOf(await client.call(listExecutions, { query: { automation_id: id, limit: 100 } })).items;
const whole = async (client: Client, id: string) =>
  dataOf(await client.call(getExecution, { params: { execution_id: id } }));
const isOver = ({ status }: { status: string }) => !['waiting', 'running', 'approval'].includes(status);
/** The last execution, once as many are over. */
async function over(client: Client, made: NewAutomation, count = 1): Promise<Execution> {
  await until(async () => (await listed(client, made)).filter(isOver).length >= count);
  const [last] = await listed(client, made);
  return whole(client, last?.id ?? '');
}
/** As a receiver checks it, by none of our code. */
const isSignedWith = (secret: string, { headers, body }: ReceivedRequest) =>
  headers['webhook-signature'] ===
  `v1,${createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest('base64')}`;

test('an event goes to the agent, and its answer to people, to a receiver, into a folder and to another agent', async () => {
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Answers' } }));
  const other = await publishedAgent(owner, { name: { en: 'Second' }, instructions: 'Go on.' });
  const actions: Action[] = [
    {
      kind: 'mail',
      member_ids: [await memberId(server, 'member@pro.example')],
      subject: 'Order {{order.id}}',
      text: 'The agent says: {{answer}} ({{order.total}})',
    },
    { kind: 'http', url: `${site.origin}/in` },
    { kind: 'file', knowledge_id: folder.id, name: 'Order {{order.id}}' },
    { kind: 'dialogue', bot_id: other.id, prompt: 'Go on with: {{answer}}' },
  ];
  const made = await madeAutomation(owner, { actions });
  await sendSigned(server, made, order);
  const execution = await over(owner, made);
  expect(execution).toMatchObject({
    status: 'done',
    cause: 'event',
    prompt: 'Sum up the order A-1.',
    input: JSON.stringify(order),
    output: answer,
    runs_as: { id: await memberId(server, 'owner@pro.example') },
    tokens: expect.any(Number),
  });
  expect(execution.actions).toMatchObject([
    {
      kind: 'mail',
      status: 'done',
      tries: 1,
      shown: { to: 'member@pro.example', text: `Order A-1\n\nThe agent says: ${answer} (12)` },
    },
    { kind: 'http', status: 'done', tries: 1, http_status: 204, shown: { to: `${site.origin}/in` } },
    { kind: 'file', status: 'done', shown: { to: 'Order A-1', text: answer } },
    { kind: 'dialogue', status: 'done', shown: { to: 'Second', text: `Go on with: ${answer}` } },
  ]);
  // What the agent wrote is text, also where it looks like a place.
  expect((await server.mailTo('member@pro.example')).at(-1)).toMatchObject({
    subject: 'Order A-1',
    text: expect.stringContaining(`The agent says: ${answer} (12)`),
  });
  const [received] = site.requests as [ReceivedRequest];
  expect(isSignedWith(made.actionSecret, received)).toBe(true);
  expect(received.headers).toMatchObject({ 'webhook-id': `${execution.id}_1`, 'x-parlance-depth': '1' });
  expect(JSON.parse(received.body)).toMatchObject({
    type: 'automation.answered',
    data: { automation: { id: made.automation.id, name: 'Orders' }, execution_id: execution.id, event: order, answer },
  });
  const [kept] = dataOf(await owner.call(listKnowledge, { query: { folder_id: folder.id } })).items;
  expect(dataOf(await owner.call(getKnowledgeText, { params: { source_id: kept?.id ?? '' } })).content).toBe(answer);
  expect(dataOf(await owner.call(listDialogues, {})).items.filter(({ bot }) => bot.id === other.id)).toHaveLength(1);
  expect(dataOf(await owner.call(getAutomation, { params: { automation_id: made.automation.id } })).last).toMatchObject(
    { id: execution.id, status: 'done' },
  );
});

test.each([
  [
    'an administrator takes it over',
    'owner@pro.example',
    'admin@pro.example',
    async (admin: Client, id: string) =>
      dataOf(await admin.call(takeOverAutomation, { params: { automation_id: id } })),
  ],
  [
    'it is given to somebody else',
    'owner@pro.example',
    'member@pro.example',
    async (admin: Client, id: string, to: string) =>
      dataOf(await admin.call(reassignEntries, { body: { automation_ids: [id], member_id: to } })),
  ],
  [
    'its owner leaves and hands over',
    'otp@pro.example',
    'member@pro.example',
    async (admin: Client, _: string, to: string) =>
      dataOf(
        await admin.call(offboardMember, {
          params: { member_id: await memberId(server, 'otp@pro.example') },
          body: { automations_to: to },
        }),
      ),
  ],
])(
  'what its owner knew is worth nothing once %s, and the new one makes secrets of their own',
  async (_, giver, email, passOn) => {
    const had = await server.as(giver);
    const made = await madeAutomation(had, {
      bot_id: await botNamed(member, 'Blank Sheet'),
      actions: [{ kind: 'http', url: `${site.origin}/in` }],
    });
    const { id } = made.automation;
    // What it was signed with before is taken for a day, by a rotation.
    const before = dataOf(
      await had.call(rotateAutomationSecret, { params: { automation_id: id }, body: { of: 'webhook' } }),
    ).secret;
    await passOn(await server.as('admin@pro.example'), id, await memberId(server, email));
    const rotated = await server.db.asSystem((trx) =>
      trx
        .selectFrom('audit_log')
        .where('action', '=', 'automation.secret_rotated')
        .where('target_id', '=', id)
        .orderBy('seq')
        .select('changes')
        .execute(),
    );
    expect(rotated.slice(1).map(({ changes }) => JSON.stringify(changes))).toEqual([
      expect.stringContaining('"webhook"'),
      expect.stringContaining('"actions"'),
    ]);
    const receiver = await server.as(email);
    dataOf(await receiver.call(switchAutomation, { params: { automation_id: id }, body: { state: 'active' } }));
    for (const webhookSecret of [made.webhookSecret, before])
      expect(await sendSigned(server, { ...made, webhookSecret }, order)).toMatchObject({
        status: 404,
        code: 'not_found',
      });
    const untold = async () =>
      dataOf(await receiver.call(getAutomation, { params: { automation_id: id } })).untold_secrets;
    expect(await untold()).toEqual(['webhook', 'actions']);
    const own = async (of: 'webhook' | 'actions') =>
      dataOf(await receiver.call(rotateAutomationSecret, { params: { automation_id: id }, body: { of } })).secret;
    const webhookSecret = await own('webhook');
    expect(await untold()).toEqual(['actions']);
    const actionSecret = await own('actions');
    expect(await untold()).toEqual([]);
    expect(await sendSigned(server, { ...made, webhookSecret: made.webhookSecret }, order)).toMatchObject({
      status: 404,
    });
    expect(await sendSigned(server, { ...made, webhookSecret }, order)).toMatchObject({ status: 200 });
    expect(await over(receiver, made)).toMatchObject({ status: 'done' });
    const [received] = site.requests as [ReceivedRequest];
    const signatures = String(received.headers['webhook-signature']).split(' ');
    const signed = (secret: string) =>
      signatures.filter((signature) =>
        isSignedWith(secret, { ...received, headers: { ...received.headers, 'webhook-signature': signature } }),
      ).length;
    expect([signed(actionSecret), signed(made.actionSecret)]).toEqual([1, 0]);
    if (giver === 'otp@pro.example')
      dataOf(
        await owner.call(setMemberState, {
          params: { member_id: await memberId(server, giver) },
          body: { state: 'active' },
        }),
      );
  },
);

test('a test asks the agent and shows what would be done, and does none of it; done again it is a test', async () => {
  const made = await madeAutomation(
    owner,
    {
      conditions: [{ path: 'never', operator: 'exists', value: '' }],
      actions: [
        { kind: 'http', url: `${site.origin}/in` },
        { kind: 'mail', member_ids: [await memberId(server, 'member@pro.example')], subject: 'S', text: '{{answer}}' },
      ],
    },
    'paused',
  );
  const mails = (await server.mailTo('member@pro.example')).length;
  const tried = {
    params: { automation_id: made.automation.id },
    body: { idempotency_key: randomUUID(), event: JSON.stringify(order) },
  };
  const first = dataOf(await owner.call(testAutomation, tried));
  expect(dataOf(await owner.call(testAutomation, tried)).id).toBe(first.id);
  expect(codeOf(await owner.call(testAutomation, { ...tried, body: { ...tried.body, event: '{}' } }))).toBe(
    '409 idempotency_key_reused',
  );
  expect(await over(owner, made)).toMatchObject({
    status: 'done',
    cause: 'test',
    actions: [
      { status: 'shown', tries: 0, shown: { to: `${site.origin}/in` } },
      { status: 'shown', shown: { to: 'member@pro.example', text: `S\n\n${answer}` } },
    ],
  });
  dataOf(
    await owner.call(replayExecution, { params: { execution_id: first.id }, body: { idempotency_key: randomUUID() } }),
  );
  expect(await over(owner, made, 2)).toMatchObject({
    status: 'done',
    cause: 'replay',
    replay_of: first.id,
    actions: [{ status: 'shown' }, { status: 'shown' }],
  });
  expect(site.requests).toEqual([]);
  expect(await server.mailTo('member@pro.example')).toHaveLength(mails);
});

test('what is asked in a test is in no list and not found, can be opened, and is a dialogue of its owner once they go on in it', async () => {
  const word = 'Marmalade';
  const made = await madeAutomation(owner, { prompt: `${word} {{order.id}}` }, 'paused');
  const run = {
    params: { automation_id: made.automation.id },
    body: { idempotency_key: randomUUID(), event: JSON.stringify(order) },
  };
  const first = dataOf(await owner.call(testAutomation, run));
  const { dialogue_id: dialogueId } = await over(owner, made);
  dataOf(
    await owner.call(replayExecution, { params: { execution_id: first.id }, body: { idempotency_key: randomUUID() } }),
  );
  const { dialogue_id: again } = await over(owner, made, 2);
  const params = { dialogue_id: dialogueId ?? '' };
  await server.db.asSystem((trx) => makeSearchable(trx, params.dialogue_id));
  const inLists = async () =>
    dataOf(await owner.call(listDialogues, { query: { limit: 100 } }))
      .items.map(({ id }) => id)
      .filter((id) => id === dialogueId || id === again);
  const found = async () => [
    ...new Set(
      dataOf(await owner.call(searchDialogues, { query: { q: word } })).items.map(({ dialogue }) => dialogue.id),
    ),
  ];
  expect(await inLists()).toEqual([]);
  expect(await found()).toEqual([]);
  expect(dataOf(await owner.call(getDialogue, { params }))).toMatchObject({ title: `${word} A-1` });
  dataOf(await owner.call(sendPrompt, { params, body: { prompt: 'And then?', idempotency_key: randomUUID() } }));
  expect(await inLists()).toEqual([dialogueId]);
  expect(await found()).toEqual([dialogueId]);
  dataOf(await owner.call(updateDialogue, { params: { dialogue_id: again ?? '' }, body: { is_pinned: true } }));
  expect(await inLists()).toHaveLength(2);
});

test('a receiver that is down for a day loses nothing: it is tried under one id, given up, seen, and tried again by a person', async () => {
  const { tries, firstPauseSeconds, longestPauseSeconds } = jobKinds.act;
  const pauses = Array.from({ length: tries - 1 }, (_, at) =>
    Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** at),
  );
  expect(pauses.reduce((sum, it) => sum + it, 0)).toBeGreaterThan(23 * 3_600);
  const faults: ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(500).end(),
    (response) => void response.destroy(),
    (response) => void response.writeHead(302, { location: '/taken' }).end(),
    (response) => void response.writeHead(429).end(),
  ];
  respond = (response) => (faults[(site.requests.length - 1) % faults.length] ?? ok)(response);
  const made = await madeAutomation(owner, {
    actions: [
      { kind: 'http', url: `${site.origin}/in` },
      { kind: 'http', url: `${site.origin}/second` },
    ],
  });
  await sendSigned(server, made, order);
  const attempts = (path: string) => site.requests.filter((it) => it.path === path);
  await until(async () => attempts('/in').length === 1 && attempts('/second').length === 1);
  const id = (await listed(owner, made))[0]?.id ?? '';
  await until(async () =>
    (await whole(owner, id)).actions.every(({ status, next_try_at: next }) => status === 'waiting' && next !== null),
  );
  expect(await whole(owner, id)).toMatchObject({ status: 'running', actions: [{ tries: 1 }, { tries: 1 }] });
  expect(codeOf(await owner.call(retryAction, { params: { execution_id: id, position: '0' } }))).toBe('409 conflict');
  // So much of the day passes.
  for (let more = 2; more <= 5; more++) {
    await until(async () => {
      await endPauses(server.pool);
      return attempts('/in').length >= more && attempts('/second').length >= more;
    });
  }
  await until(async () => {
    await endPausesButOne(server.pool);
    return isOver(await whole(owner, id));
  });
  expect(await whole(owner, id)).toMatchObject({
    status: 'failed',
    output: answer,
    actions: [{ status: 'failed', next_try_at: null }, { status: 'failed' }],
  });
  expect((await server.mailTo('owner@pro.example')).at(-1)?.text).toContain('Orders');
  respond = ok;
  for (const position of ['0', '1']) dataOf(await owner.call(retryAction, { params: { execution_id: id, position } }));
  await until(async () => (await whole(owner, id)).status === 'done');
  expect(new Set(attempts('/in').map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`${id}_0`]));
  expect(new Set(attempts('/in').map(({ body }) => body)).size).toBe(1);
  expect(codeOf(await owner.call(retryAction, { params: { execution_id: id, position: '0' } }))).toBe('409 conflict');
  expect(codeOf(await member.call(retryAction, { params: { execution_id: id, position: '0' } }))).toBe('404 not_found');
  expect(codeOf(await owner.call(retryAction, { params: { execution_id: id, position: '7' } }))).toBe('404 not_found');
  console.info(
    `A receiver that is down: ${attempts('/in').length} tries of one message, 1 arrived; ${tries} tries reach over ${Math.round(pauses.reduce((sum, it) => sum + it, 0) / 3_600)} hours`,
  );
});

test('a try that goes on beyond its time limit says nothing about the one after it', async () => {
  const held: ServerResponse[] = [];
  respond = (response) => (site.requests.length === 1 ? void held.push(response) : ok(response));
  const made = await madeAutomation(owner, { actions: [{ kind: 'http', url: `${site.origin}/in` }] });
  await sendSigned(server, made, order);
  await until(() => held.length === 1);
  const { id: execution } = (await listed(owner, made))[0] ?? { id: '' };
  await jobs.acts.run({ execution, position: 0 }, new AbortController().signal);
  expect(await whole(owner, execution)).toMatchObject({ status: 'done', actions: [{ status: 'done', tries: 2 }] });
  held[0]?.writeHead(500).end();
  // The engine notes that the first one has failed, and has nothing left to try.
  await until(
    async () =>
      (
        await server.pool.query(
          `select from pgboss.job where name = 'act' and state = 'retry' and data ->> 'execution' = $1`,
          [execution],
        )
      ).rows.length === 1,
  );
  expect(await whole(owner, execution)).toMatchObject({
    status: 'done',
    actions: [{ status: 'done', tries: 2, error_code: null, http_status: 204 }],
  });
});

test('an execution ends though the process died between its last action and its end', async () => {
  const made = await madeAutomation(owner, { actions: [{ kind: 'http', url: `${site.origin}/in` }] });
  await sendSigned(server, made, order);
  const { id: execution } = await over(owner, made);
  // As it was left: the action is done and its job is not.
  await server.db.asSystem(async (trx) => {
    await trx
      .updateTable('executions')
      .set({ status: 'running', ended_at: null })
      .where('id', '=', execution)
      .execute();
    await requestJob(trx, 'act', { execution, position: 0 }, null);
  });
  expect(await over(owner, made)).toMatchObject({ id: execution, status: 'done' });
  expect(site.requests).toHaveLength(1);
});

test('what is gone for good, or not allowed, has failed at once, and leaves the other actions to themselves', async () => {
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Short-lived' } }));
  const made = await madeAutomation(owner, {
    actions: [
      { kind: 'http', url: `${site.origin}/gone` },
      { kind: 'file', knowledge_id: folder.id, name: 'Note' },
      { kind: 'mail', member_ids: [await memberId(server, 'member@pro.example')], subject: 'S', text: 'T' },
    ],
  });
  await server.db.asSystem((trx) =>
    trx.updateTable('knowledge_sources').set({ deleted_at: new Date() }).where('id', '=', folder.id).execute(),
  );
  respond = (response) => void response.writeHead(410).end();
  await sendSigned(server, made, order);
  expect(await over(owner, made)).toMatchObject({
    status: 'failed',
    actions: [
      { status: 'failed', http_status: 410, tries: 1 },
      { status: 'failed', error_code: 'not_found', tries: 1 },
      { status: 'done' },
    ],
  });
});

test('it runs with the rights of its owner at that time: who is gone runs nothing, and it is paused', async () => {
  const client = await server.as('otp@pro.example');
  const made = await madeAutomation(client, { actions: [{ kind: 'http', url: `${site.origin}/in` }] });
  const id = await memberId(server, 'otp@pro.example');
  await server.db.asSystem((trx) =>
    trx.updateTable('memberships').set({ deactivated_at: new Date() }).where('id', '=', id).execute(),
  );
  await sendSigned(server, made, order);
  const rows = () =>
    server.db.asSystem((trx) =>
      trx
        .selectFrom('executions')
        .where('automation_id', '=', made.automation.id)
        .select(['status', 'reason'])
        .execute(),
    );
  await until(async () => (await rows()).some(isOver));
  expect(await rows()).toEqual([{ status: 'failed', reason: 'owner' }]);
  expect(
    await server.db.asSystem((trx) =>
      trx
        .selectFrom('automations')
        .where('id', '=', made.automation.id)
        .select(['state', 'paused_because'])
        .executeTakeFirstOrThrow(),
    ),
  ).toEqual({ state: 'paused', paused_because: 'owner' });
  expect(site.requests).toEqual([]);
  await server.db.asSystem((trx) =>
    trx.updateTable('memberships').set({ deactivated_at: null }).where('id', '=', id).execute(),
  );
});

test('a file that was read, an answer that was rated and a rule that applied set off those whose owners may read of it', async () => {
  const admin = await server.as('admin@pro.example');
  const trigger: Record<'file' | 'rating' | 'rule', Trigger> = {
    file: { kind: 'file', knowledge_ids: [] },
    rating: { kind: 'rating', rating: 'down', bot_ids: [] },
    rule: { kind: 'rule', rule_ids: [] },
  };
  const [ownersFile, membersFile] = [
    await madeAutomation(owner, { trigger: trigger.file, prompt: 'Read {{file.name}}.' }),
    await madeAutomation(member, { trigger: trigger.file, prompt: 'Read {{file.name}}.' }),
  ];
  await sendFile(
    server,
    owner,
    uploadKnowledge,
    { query: { name: 'private.txt' } },
    Buffer.from('Only the owner reads this.'),
  );
  expect(await over(owner, ownersFile)).toMatchObject({ status: 'done', prompt: 'Read private.txt.' });
  expect(await listed(member, membersFile)).toEqual([]);

  const colleague = await server.as('otp@pro.example');
  const [own, logs, none] = [
    await madeAutomation(member, { trigger: trigger.rating, prompt: '{{rating.comment}}: {{message.prompt}}' }),
    await madeAutomation(admin, { trigger: trigger.rating, prompt: '{{rating.comment}}: {{message.prompt}}' }),
    await madeAutomation(colleague, { trigger: trigger.rating }),
  ];
  const bot = own.automation.bot_id;
  const turn = await ended(member, await start(member, bot, 'When?'));
  const rate = (value: 'up' | 'down', comment: string) =>
    member.call(rateAnswer, { params: { message_id: turn.answer.id }, body: { value, reasons: [], comment } });
  for (const value of ['up', 'down', 'down'] as const) dataOf(await rate(value, 'Wrong'));
  for (const [client, made] of [
    [member, own],
    [admin, logs],
  ] as const)
    expect(await over(client, made)).toMatchObject({ status: 'done', prompt: 'Wrong: When?' });
  expect([
    (await listed(member, own)).length,
    (await listed(admin, logs)).length,
    (await listed(colleague, none)).length,
  ]).toEqual([1, 1, 0]);

  const rule = dataOf(
    await admin.call(createRule, {
      body: {
        definition: {
          name: 'Birds',
          message: 'No birds.',
          target: 'prompt',
          action: 'mask',
          conditions: [{ kind: 'words', terms: ['kestrel'] }],
        },
      },
    }),
  );
  await admin.call(switchRule, { params: { rule_id: rule.id }, body: { is_enabled: true } });
  const watching = await madeAutomation(admin, {
    trigger: trigger.rule,
    prompt: 'The rule {{rule.name}} did {{hit.action}}.',
  });
  await ended(member, await prompt(member, turn.dialogue_id, 'A kestrel, secretly'));
  const seen = await over(admin, watching);
  expect(seen).toMatchObject({ status: 'done', prompt: 'The rule Birds did mask.' });
  expect(seen.input).not.toMatch(/kestrel|secretly/);
  await admin.call(deleteAutomation, { params: { automation_id: watching.automation.id } });
});

test('what sets itself off is found and stopped: by its own file, by its own prompt, and by its own message', async () => {
  const admin = await server.as('admin@pro.example');
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Round and round' } }));
  const byFile = await madeAutomation(owner, {
    trigger: { kind: 'file', knowledge_ids: [folder.id] },
    prompt: 'Read {{file.name}}.',
    actions: [{ kind: 'file', knowledge_id: folder.id, name: 'Again' }],
  });
  await sendFile(
    server,
    owner,
    uploadKnowledge,
    { query: { name: 'first.txt', folder_id: folder.id } },
    Buffer.from('The first one.'),
  );
  const rule = dataOf(
    await admin.call(createRule, {
      body: {
        definition: {
          name: 'Echo',
          message: 'No.',
          target: 'prompt',
          action: 'block',
          conditions: [{ kind: 'words', terms: ['echo'] }],
        },
      },
    }),
  );
  await admin.call(switchRule, { params: { rule_id: rule.id }, body: { is_enabled: true } });
  const byRule = await madeAutomation(admin, {
    trigger: { kind: 'rule', rule_ids: [rule.id] },
    prompt: 'Say echo.',
    notifies_of_failure: false,
  });
  const byMessage = await madeAutomation(owner);
  await start(member, byMessage.automation.bot_id, 'echo').catch(() => undefined);
  for (const depth of [depthAtMost, depthAtMost + 1])
    await sendSigned(server, byMessage, order, {}, { 'x-parlance-depth': String(depth) });
  const lasts: string[] = [];
  for (const [client, made] of [
    [owner, byFile],
    [owner, byMessage],
  ] as const) {
    await until(
      async () =>
        (await listed(client, made)).some(({ reason }) => reason === 'loop') &&
        (await listed(client, made)).every(isOver),
    );
    expect(dataOf(await client.call(getAutomation, { params: { automation_id: made.automation.id } }))).toMatchObject({
      state: 'paused',
      paused_because: 'loop',
    });
    lasts.push(String((await listed(client, made)).length));
  }
  // It fails each time as well: whichever comes first stops it.
  await until(
    async () =>
      dataOf(await admin.call(getAutomation, { params: { automation_id: byRule.automation.id } })).state === 'paused' &&
      (await listed(admin, byRule)).every(isOver),
  );
  expect(await listed(owner, byFile)).toHaveLength(depthAtMost + 2);
  expect(await listed(owner, byMessage)).toHaveLength(2);
  expect((await listed(admin, byRule)).length).toBeLessThanOrEqual(depthAtMost + 2);
  console.info(
    `Loops: ended after ${lasts.join(' and ')} executions, and ${(await listed(admin, byRule)).length} of a prompt that its own rule refuses; at most ${depthAtMost + 2}`,
  );
});

test('between the answer and an action anything may be lost: what is not allowed any more is not done, and says why', async () => {
  const client = await server.as('otp@pro.example');
  const folder = dataOf(await client.call(createKnowledgeFolder, { body: { name: 'Kept' } }));
  const [ownerIs, receiverIs] = [
    await memberId(server, 'otp@pro.example'),
    await memberId(server, 'member@pro.example'),
  ];
  const [http, mail, file] = [0, 1, 2];
  const made = await madeAutomation(client, {
    actions: [
      { kind: 'http', url: `${site.origin}/in` },
      { kind: 'mail', member_ids: [receiverIs], subject: 'S', text: 'T' },
      { kind: 'file', knowledge_id: folder.id, name: 'Note' },
    ],
  });
  await sendSigned(server, made, order);
  const { id: execution } = await over(client, made);
  const change = (table: 'memberships' | 'organizations' | 'automations', set: string, id: string) =>
    server.pool.query(`update ${table} set ${set} where id = $1`, [id]);
  /** The same action once more, with nobody else at it. */
  async function act(position: number, status = 'running'): Promise<string> {
    await server.pool.query(
      `update executions set status = $2, ended_at = case when $2 = 'running' then null else now() end where id = $1`,
      [execution, status],
    );
    await server.pool.query(
      `update execution_actions set status = 'waiting', error_code = null, shown = null where execution_id = $1 and position = $2`,
      [execution, position],
    );
    const before = site.requests.length;
    await jobs.acts.run({ execution, position }, new AbortController().signal).catch((error: unknown) => {
      if (!(error instanceof JobRefused)) throw error;
    });
    const {
      rows: [row],
    } = await server.pool.query<{ outcome: string }>(
      `select concat_ws(' ', status, error_code) as outcome from execution_actions where execution_id = $1 and position = $2`,
      [execution, position],
    );
    return `${row?.outcome ?? ''}, ${site.requests.length - before} sent`;
  }
  const without = async (statement: Pick<Statement, 'kind'>, position: number) => {
    const set = dataOf(
      await owner.call(createPermissionSet, {
        body: { name: randomUUID(), statements: [{ effect: 'deny', actions: ['create'], scope: 'all', ...statement }] },
      }),
    );
    dataOf(await owner.call(grantPermissionSet, { body: { set_id: set.id, holder: { kind: 'member', id: ownerIs } } }));
    const outcome = await act(position);
    dataOf(await owner.call(deletePermissionSet, { params: { set_id: set.id } }));
    return outcome;
  };
  expect(await act(http)).toBe('done, 1 sent');
  expect(await without({ kind: 'automation' }, http)).toBe('failed privilege_missing, 0 sent');
  expect(await without({ kind: 'knowledge' }, http)).toBe('done, 1 sent');
  expect(await without({ kind: 'knowledge' }, file)).toBe('failed privilege_missing, 0 sent');
  const {
    rows: [organization = { id: '' }],
  } = await server.pool.query<{ id: string }>('select organization_id as id from automations where id = $1', [
    made.automation.id,
  ]);
  const lost = [
    [
      mail,
      'failed member_deactivated, 0 sent',
      'memberships',
      'deactivated_at = now()',
      'deactivated_at = null',
      receiverIs,
    ],
    [
      http,
      'failed account_deactivated, 0 sent',
      'memberships',
      'deactivated_at = now()',
      'deactivated_at = null',
      ownerIs,
    ],
    [
      http,
      'failed workspace_expired, 0 sent',
      'organizations',
      `workspace_status = 'EXPIRED'`,
      `workspace_status = 'ACTIVE'`,
      organization.id,
    ],
    [http, 'waiting, 0 sent', 'automations', `deleted_at = now()`, 'deleted_at = null', made.automation.id],
  ] as const;
  for (const [position, outcome, table, lose, back, id] of lost) {
    await change(table, lose, id);
    expect([lose, await act(position)]).toEqual([lose, outcome]);
    await change(table, back, id);
  }
  expect(await act(http, 'cancelled')).toBe('waiting, 0 sent');
  for (const position of [mail, file]) expect(await act(position)).toBe('done, 0 sent');
});
