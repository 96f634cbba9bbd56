import { randomUUID } from 'node:crypto';
import { eventMaxBytes } from '@parlance/shared/contract/agents/automation';
import { getForm, sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import {
  deleteAutomation,
  getAutomation,
  putAutomation,
  renewFormLink,
  rotateAutomationSecret,
  switchAutomation,
} from '@parlance/shared/contract/api/automations/automations';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { apiService } from '../../services/api.ts';
import { codeOf, dataOf } from '../../testing/agents.ts';
import { type NewAutomation, madeAutomation, sendSigned, sendTo, signedHeaders } from '../../testing/automations.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { takeMessage } from './receive.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({ TOOL_SECRETS_KEY: 'ab'.repeat(32) });
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ schedules: null }).execute());
  owner = await server.as('owner@pro.example');
});
afterAll(() => server.close());

const executionsOf = ({ automation: { id } }: NewAutomation) =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('executions')
      .where('automation_id', '=', id)
      .select(['status', 'reason', 'prompt', 'input', 'event_id', 'depth'])
      .orderBy('created_at')
      .execute(),
  );
const eventsOf = ({ automation: { id } }: NewAutomation) =>
  server.db.asSystem((trx) =>
    trx.selectFrom('automation_events').where('automation_id', '=', id).select(['event', 'message_id']).execute(),
  );
const order = { order: { id: 'A-1', note: 'nul \0 and half \ud800' } };
const nowSeconds = () => Math.floor(Date.now() / 1000);

test('a signed event is taken once, with what it says in the prompt', async () => {
  const made = await madeAutomation(owner);
  expect(made.automation.webhook_url).toMatch(new RegExp(`/hooks/v1/${made.automation.id}$`));
  const id = randomUUID();
  expect((await sendSigned(server, made, order, { id })).status).toBe(200);
  expect((await sendSigned(server, made, order, { id })).status).toBe(200);
  expect(await executionsOf(made)).toMatchObject([
    {
      status: 'waiting',
      reason: null,
      prompt: 'Sum up the order A-1.',
      input: { order: { id: 'A-1', note: 'nul \uFFFD and half \uFFFD' } },
      depth: 0,
    },
  ]);
});

test('the address of a webhook is the one that its owner finds the service at, or API_URL', async () => {
  const { automation } = await madeAutomation(owner);
  const shownAt = async (prefix: string, { app }: Pick<TestServer, 'app'> = server) =>
    (
      await app.inject({
        url: `${prefix}${fillPath(getAutomation.path, { automation_id: automation.id })}`,
        headers: { ...owner.headers(), host: 'localhost:3000' },
      })
    ).json().data.webhook_url;
  expect(await shownAt('')).toBe(`http://localhost:3000/hooks/v1/${automation.id}`);
  expect(await shownAt('/api/main')).toBe(`http://localhost:3000/api/main/hooks/v1/${automation.id}`);
  const app = await apiService({
    ...server.dependencies,
    config: { ...server.config, API_URL: 'https://chat.example.org/api/main' },
  });
  expect(await shownAt('', { app })).toBe(`https://chat.example.org/api/main/hooks/v1/${automation.id}`);
  await app.close();
});

test('an event that does not meet the conditions does nothing, and stands in the history', async () => {
  const made = await madeAutomation(owner, {
    conditions: [{ path: 'order.total', operator: 'greater', value: '100' }],
  });
  for (const total of [99, 101]) await sendSigned(server, made, { order: { total } });
  expect((await executionsOf(made)).map(({ status, reason }) => [status, reason]).sort()).toEqual([
    ['skipped', 'condition'],
    ['waiting', null],
  ]);
});

test('what was altered, is not signed, comes late or comes again is not taken (in the manner of DUR-05)', async () => {
  const made = await madeAutomation(owner);
  const other = await madeAutomation(owner);
  const body = JSON.stringify({ order: { id: 'A-1' } });
  const good = signedHeaders(made.webhookSecret, body);
  const { id } = made.automation;
  const cases: [string, string | Buffer, Record<string, string>][] = [];
  for (let at = 0; at < body.length; at++)
    cases.push([id, `${body.slice(0, at)}${body[at] === 'x' ? 'y' : 'x'}${body.slice(at + 1)}`, good]);
  for (let bit = 0; bit < 256; bit++) {
    const signature = Buffer.from(good['webhook-signature']?.slice(3) ?? '', 'base64');
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    cases.push([id, body, { ...good, 'webhook-signature': `v1,${signature.toString('base64')}` }]);
  }
  for (const name of Object.keys(good))
    cases.push(
      [id, body, Object.fromEntries(Object.entries(good).filter(([key]) => key !== name))],
      [id, body, { ...good, [name]: '' }],
    );
  for (const late of [-301, -3_600, -86_400, 400, 86_400])
    cases.push([id, body, signedHeaders(made.webhookSecret, body, { at: nowSeconds() + late })]);
  for (const signature of ['v1,', 'v1', 'v2,abc', 'v1a,abc', 'null', `v1,${'A'.repeat(5_000)}`, 'v1,a '.repeat(200)])
    cases.push([id, body, { ...good, 'webhook-signature': signature }]);
  cases.push(
    [id, body, { ...good, 'webhook-id': randomUUID() }],
    [id, body, { ...good, 'webhook-timestamp': String(nowSeconds() - 1) }],
    [id, body, {}],
  );
  cases.push(
    [id, body, signedHeaders(other.webhookSecret, body)],
    [other.automation.id, body, good],
    [randomUUID(), body, good],
  );
  for (const none of ['', 'no json', '{"a":', '['.repeat(5_000) + ']'.repeat(5_000)])
    cases.push([id, none, signedHeaders(made.webhookSecret, none)]);
  const answers = new Set<string>();
  for (const [to, content, headers] of cases) {
    const { status, text } = await sendTo(server, to, content, headers);
    answers.add(`${status} ${text.replace(/"request_id":"[^"]+"/, '')}`);
  }
  expect((await executionsOf(made)).length + (await executionsOf(other)).length).toBe(0);
  // All of them are told the same, word for word.
  expect([...answers]).toEqual([expect.stringMatching(/^404 .*"code":"not_found"/)]);
  expect((await sendTo(server, id, body, good)).status).toBe(200);
  for (let again = 0; again < 20; again++) await sendTo(server, id, body, good);
  expect(await executionsOf(made)).toHaveLength(1);
  console.info(
    `DUR-05 of webhooks: ${cases.length} events altered, unsigned, late or of others: 0 taken; 21 times the same: 1`,
  );
});

test('one that is paused, held, deleted or of nobody answers as one that there is not', async () => {
  const made = await madeAutomation(owner, {}, 'paused');
  const { id } = made.automation;
  const organizationId = (
    await server.db.asSystem((trx) =>
      trx.selectFrom('automations').where('id', '=', id).select('organization_id').executeTakeFirstOrThrow(),
    )
  ).organization_id;
  const sent = async () => (await sendSigned(server, made, order)).status;
  expect(await sent()).toBe(404);
  await owner.call(switchAutomation, { params: { automation_id: id }, body: { state: 'active' } });
  expect(await sent()).toBe(200);
  await server.db.asSystem((trx) =>
    trx.insertInto('automation_holds').values({ organization_id: organizationId, by_member_id: null }).execute(),
  );
  expect(await sent()).toBe(404);
  await server.db.asSystem((trx) => trx.deleteFrom('automation_holds').execute());
  const { owner_id } = await server.db.asSystem((trx) =>
    trx.selectFrom('automations').where('id', '=', id).select('owner_id').executeTakeFirstOrThrow(),
  );
  await server.db.asSystem((trx) =>
    trx.updateTable('automations').set({ owner_id: null }).where('id', '=', id).execute(),
  );
  expect(await sent()).toBe(404);
  await server.db.asSystem((trx) => trx.updateTable('automations').set({ owner_id }).where('id', '=', id).execute());
  expect(await sent()).toBe(200);
  expect(codeOf(await owner.call(deleteAutomation, { params: { automation_id: id } }))).toBe('200');
  expect(await sent()).toBe(404);
});

test('what has become a form takes no message any more, and what is paused at the last moment takes none', async () => {
  const made = await madeAutomation(owner);
  const { id, revision, name, bot_id, prompt, conditions, actions, notifies_of_failure } = made.automation;
  const trigger = {
    kind: 'form' as const,
    title: 'Order',
    description: '',
    fields: [{ name: 'who', label: 'Who', kind: 'text' as const, options: [], is_required: false }],
    thanks: '',
  };
  dataOf(
    await owner.call(putAutomation, {
      params: { automation_id: id },
      body: { revision, definition: { name, bot_id, prompt, conditions, actions, notifies_of_failure, trigger } },
    }),
  );
  expect((await sendSigned(server, made, order)).status).toBe(404);
  const paused = await madeAutomation(owner, {}, 'paused');
  const sent = {
    automationId: paused.automation.id,
    kind: 'webhook',
    messageId: randomUUID(),
    event: order,
    depth: 0,
  } as const;
  await expect(server.db.asSystem((trx) => takeMessage(trx, sent, []))).rejects.toMatchObject({ apiCode: 'not_found' });
});

test('a new secret is taken beside the one before for a day, and alone after it', async () => {
  const made = await madeAutomation(owner);
  const { secret, automation } = dataOf(
    await owner.call(rotateAutomationSecret, {
      params: { automation_id: made.automation.id },
      body: { of: 'webhook' },
    }),
  );
  expect(Date.parse(automation.both_secrets_until ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
  const status = async (webhookSecret: string) => (await sendSigned(server, { ...made, webhookSecret }, order)).status;
  expect([await status(made.webhookSecret), await status(secret)]).toEqual([200, 200]);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('automations')
      .set({ both_secrets_until: new Date(Date.now() - 1) })
      .where('id', '=', automation.id)
      .execute(),
  );
  expect([await status(made.webhookSecret), await status(secret)]).toEqual([404, 200]);
  const stored = await server.db.asSystem((trx) =>
    trx.selectFrom('automations').where('id', '=', automation.id).selectAll().executeTakeFirstOrThrow(),
  );
  for (const told of [secret, made.webhookSecret])
    expect(
      JSON.stringify([stored, dataOf(await owner.call(getAutomation, { params: { automation_id: automation.id } }))]),
    ).not.toContain(told.slice(6));
  expect(
    codeOf(
      await owner.call(rotateAutomationSecret, { params: { automation_id: automation.id }, body: { of: 'actions' } }),
    ),
  ).toBe('409 conflict');
});

test('what is longer than may be is refused before it is read, 10 MB too; what is as long as may be is taken', async () => {
  const made = await madeAutomation(owner);
  const frame = JSON.stringify({ text: '' }).length;
  for (const length of [eventMaxBytes + 1 - frame, 10_000_000]) {
    const body = JSON.stringify({ text: 'x'.repeat(length) });
    expect(await sendTo(server, made.automation.id, body, signedHeaders(made.webhookSecret, body))).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
  }
  expect((await sendSigned(server, made, { text: 'x'.repeat(eventMaxBytes - frame) })).status).toBe(200);
  expect(await executionsOf(made)).toHaveLength(1);
});

test('10,000 messages of a minute: each does its work once, and beyond the limit they are told to wait', async () => {
  const made = await madeAutomation(owner);
  const total = 10_000;
  const atOnce = 100;
  const again = Array.from({ length: 30 }, () => randomUUID());
  const statuses = new Map<number, number>();
  const taken = new Set<string>();
  const begun = Date.now();
  // Every second one is one of thirty that come again and again; the others are new.
  for (let sent = 0; sent < total; sent += atOnce) {
    await Promise.all(
      Array.from({ length: atOnce }, async (_, at) => {
        const id = (at % 2 === 0 ? again[(sent / 2 + at) % again.length] : undefined) ?? randomUUID();
        const { status } = await sendSigned(server, made, order, { id });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 200) taken.add(id);
      }),
    );
  }
  const minutes = Math.ceil((Date.now() - begun) / 60_000);
  const events = await eventsOf(made);
  const executions = await executionsOf(made);
  expect([...statuses.keys()].sort()).toEqual([200, 429]);
  expect(new Set(events.map(({ message_id: id }) => id))).toEqual(taken);
  expect(new Set(executions.map(({ event_id: id }) => id)).size).toBe(executions.length);
  expect(executions).toHaveLength(taken.size);
  expect(executions.length).toBeLessThanOrEqual(60 * minutes);
  console.info(
    `${total} messages in ${Date.now() - begun} ms: ${executions.length} executions, 0 of them twice; ${statuses.get(429)} told to wait`,
  );
}, 600_000);

test('a form is sent by whoever has its link, as its fields say, and once for a key', async () => {
  const fields = [
    { name: 'who', label: 'Your name', kind: 'text' as const, options: [], is_required: true },
    { name: 'count', label: 'How many', kind: 'number' as const, options: [], is_required: false },
  ];
  const made = await madeAutomation(owner, {
    trigger: { kind: 'form', title: 'Order', description: 'Order here.', fields, thanks: 'Thank you.' },
    prompt: '{{who}} orders {{count}}.',
  });
  const token = made.automation.form_url?.split('/').at(-1) ?? '';
  const stranger = server.anonymous();
  expect(dataOf(await stranger.call(getForm, { params: { token } }))).toEqual({
    title: 'Order',
    description: 'Order here.',
    organization_name: expect.any(String),
    fields,
  });
  const key = randomUUID();
  const send = (values: Record<string, string | boolean>, idempotency_key = key, client = stranger) =>
    client.call(sendForm, { params: { token }, body: { idempotency_key, values } });
  const refused = await send({ who: ' ', count: 'many', other: 'x' });
  expect(refused.body).toMatchObject({
    code: 'validation_failed',
    issues: [
      { path: 'body.values.who', message: 'missing' },
      { path: 'body.values.count', message: 'no_number' },
      { path: 'body.values.other', message: 'unknown' },
    ],
  });
  for (let twice = 0; twice < 2; twice++)
    expect(dataOf(await send({ who: 'Ada {{count}}', count: '3' }))).toEqual({ thanks: 'Thank you.' });
  expect(await executionsOf(made)).toMatchObject([
    { prompt: 'Ada {{count}} orders 3.', input: { who: 'Ada {{count}}', count: 3 } },
  ]);
  let sent = 1;
  while (codeOf(await send({ who: 'Ada' }, randomUUID())) === '200') sent += 1;
  expect(sent).toBe(20);
  expect(codeOf(await send({ who: 'Ada' }, randomUUID(), server.anonymous('198.51.100.7')))).toBe('200');
  // From as many networks as may be: a form takes no more of a minute than a form does.
  const all = await Promise.all(
    Array.from({ length: 61 }, (_, at) => send({ who: 'Ada' }, randomUUID(), server.anonymous(`198.51.${101 + at}.7`))),
  );
  expect(all.map(codeOf)).toContain('429 rate_limited');
  const { form_url } = dataOf(await owner.call(renewFormLink, { params: { automation_id: made.automation.id } }));
  expect(codeOf(await stranger.call(getForm, { params: { token } }))).toBe('404 not_found');
  const renewed = form_url?.split('/').at(-1) ?? '';
  expect(codeOf(await stranger.call(getForm, { params: { token: renewed } }))).toBe('200');
  await owner.call(switchAutomation, { params: { automation_id: made.automation.id }, body: { state: 'paused' } });
  expect(codeOf(await stranger.call(getForm, { params: { token: renewed } }))).toBe('404 not_found');
});
