import { randomUUID } from 'node:crypto';
import type { Action, Trigger } from '@parlance/shared/contract/agents/automation';
import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import * as api from '@parlance/shared/contract/api/automations/automations';
import { rateAnswer } from '@parlance/shared/contract/api/dialogues';
import { replayExecution } from '@parlance/shared/contract/api/executions';
import { createKnowledgeFolder } from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  createPermissionSet,
  deletePermissionSet,
  grantPermissionSet,
} from '@parlance/shared/contract/api/privileges/privileges';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { keptExecution } from '../../testing/automation-things.ts';
import { definitionOf, madeAutomation, sendSigned } from '../../testing/automations.ts';
import { bring } from '../../testing/knowledge.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Answer, type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deletedAutomations, oldAutomationEffects, oldAutomationEvents } from './upkeep.ts';

let server: TestServer;
let owner: Client;
let member: Client;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  server = await startTestServer({
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
    OUTGOING_ALLOWED_HOSTS: 'intranet.example:8443',
  });
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ schedules: null }).execute());
  [owner, member, admin, stranger] = (await Promise.all(
    ['owner@pro.example', 'member@pro.example', 'admin@pro.example', 'owner@team.example'].map((email) =>
      server.as(email),
    ),
  )) as [Client, Client, Client, Client]; // as many as there are addresses
  await server.db.asSystem((trx) => trx.updateTable('organizations').set({ workspace_status: 'ACTIVE' }).execute());
});
afterAll(() => server.close());

const create = async (client: Client, wish: Parameters<typeof definitionOf>[1] = {}) =>
  client.call(api.createAutomation, {
    body: { idempotency_key: randomUUID(), definition: await definitionOf(client, wish) },
  });
const of = (id: string) => ({ params: { automation_id: id } });
const items = async (client: Client) => dataOf(await client.call(api.listAutomations, {})).items.map(({ id }) => id);

test('one is made once for a key, is paused until it is switched on, and is changed by who saw it last', async () => {
  const body = {
    idempotency_key: randomUUID(),
    definition: await definitionOf(member, { actions: [{ kind: 'http', url: 'https://crm.example/in' }] }),
  };
  const first = dataOf(await member.call(api.createAutomation, { body }));
  expect(first).toMatchObject({
    webhook_secret: expect.stringMatching(/^whsec_/),
    action_secret: expect.stringMatching(/^whsec_/),
    automation: {
      state: 'paused',
      paused_because: null,
      form_url: null,
      last: null,
      can: { edit: true, run: true, take_over: false },
    },
  });
  const again = dataOf(await member.call(api.createAutomation, { body }));
  expect(again).toEqual({ automation: first.automation, webhook_secret: null, action_secret: null });
  const { id, revision } = first.automation;
  const definition = {
    ...body.definition,
    name: 'Parcels',
    trigger: {
      kind: 'form' as const,
      title: 'Parcel',
      description: '',
      fields: [{ name: 'who', label: 'Who', kind: 'text' as const, options: [], is_required: false }],
      thanks: '',
    },
  };
  const put = (seen: number) => member.call(api.putAutomation, { ...of(id), body: { revision: seen, definition } });
  expect(dataOf(await put(revision))).toMatchObject({
    webhook_secret: null,
    action_secret: null,
    automation: {
      name: 'Parcels',
      webhook_url: null,
      form_url: expect.stringMatching(/\/form\/[\w-]{43}$/),
      revision: revision + 1,
    },
  });
  expect(codeOf(await put(revision))).toBe('409 conflict');
  expect(dataOf(await member.call(api.listAutomations, { query: { q: 'parc', state: 'paused' } })).items).toMatchObject(
    [{ id }],
  );
  for (const query of [{ q: 'orders' }, { state: 'active' as const }])
    expect(dataOf(await member.call(api.listAutomations, { query })).items).toEqual([]);
  await member.call(api.deleteAutomation, of(id));
  expect(codeOf(await member.call(api.getAutomation, of(id)))).toBe('404 not_found');
});

test('pages of the list hold each once, the last changed first', async () => {
  const made: string[] = [];
  for (let count = 0; count < 5; count++) made.push(dataOf(await create(member)).automation.id);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { id: string }[]; next_cursor: string | null } = dataOf(
      await member.call(api.listAutomations, { query: { limit: 2, ...(cursor === null ? {} : { cursor }) } }),
    );
    seen.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(seen.length).toBe(new Set(seen).size);
  expect(new Set(seen)).toEqual(new Set(made));
  for (const id of made) await member.call(api.deleteAutomation, of(id));
});

test('nobody makes one that does what they may not', async () => {
  const [theirs] = [await publishedAgent(owner, { name: { en: 'Private' }, instructions: 'Keep it.' })];
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Private papers' } }));
  const colleague = await memberId(server, 'owner@pro.example');
  const foreign = await memberId(server, 'owner@team.example');
  const action = (it: Action) => ({ actions: [it] });
  const trigger = (it: Trigger) => ({ trigger: it });
  const field = { name: 'who', label: 'Who', kind: 'text' as const, options: [], is_required: false };
  const cases: [Parameters<typeof definitionOf>[1], string][] = [
    [{ bot_id: theirs.id }, '404 not_found'],
    [{ bot_id: randomUUID() }, '404 not_found'],
    [action({ kind: 'dialogue', bot_id: theirs.id, prompt: '{{answer}}' }), '404 not_found'],
    [action({ kind: 'mail', member_ids: [colleague, foreign], subject: 'S', text: 'T' }), '404 not_found'],
    [action({ kind: 'file', knowledge_id: folder.id, name: 'Notes' }), '404 not_found'],
    [trigger({ kind: 'file', knowledge_ids: [folder.id] }), '404 not_found'],
    [trigger({ kind: 'rating', rating: 'down', bot_ids: [theirs.id] }), '404 not_found'],
    [trigger({ kind: 'rule', rule_ids: [] }), '403 forbidden'],
    [
      trigger({ kind: 'form', title: 'Twice', description: '', fields: [field, field], thanks: '' }),
      '400 validation_failed',
    ],
    [action({ kind: 'http', url: 'http://127.0.0.1:8000/' }), '422 address_refused'],
    [action({ kind: 'http', url: 'http://[::1]/' }), '422 address_refused'],
    [action({ kind: 'http', url: 'http://169.254.169.254/latest' }), '422 address_refused'],
    [action({ kind: 'http', url: 'http://localhost/' }), '422 address_refused'],
    [action({ kind: 'http', url: 'https://user:password@crm.example/' }), '422 address_refused'],
    [action({ kind: 'http', url: 'https://intranet.example:8443/in' }), '200'],
    [action({ kind: 'mail', member_ids: [colleague], subject: 'S', text: 'T' }), '200'],
  ];
  for (const [wish, expected] of cases) expect([wish, codeOf(await create(member, wish))]).toEqual([wish, expected]);
  expect(codeOf(await create(admin, trigger({ kind: 'rule', rule_ids: [] })))).toBe('200');
  expect(codeOf(await create(admin, trigger({ kind: 'rule', rule_ids: [randomUUID()] })))).toBe('404 not_found');
});

test('what nobody has is offered to everybody, and runs as who takes it over; an administrator takes any', async () => {
  const {
    automation: { id },
  } = await madeAutomation(member);
  const takeOver = async (client: Client) => codeOf(await client.call(api.takeOverAutomation, of(id)));
  const other = await server.as('otp@pro.example');
  expect(await takeOver(other)).toBe('404 not_found');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('automations')
      .set({ owner_id: null, state: 'paused', paused_because: 'owner' })
      .where('id', '=', id)
      .execute(),
  );
  expect(dataOf(await other.call(api.getAutomation, of(id)))).toMatchObject({
    owner: null,
    webhook_url: null,
    can: { edit: false, run: false, take_over: true },
  });
  expect(codeOf(await other.call(api.switchAutomation, { ...of(id), body: { state: 'active' } }))).toBe(
    '404 not_found',
  );
  expect(await takeOver(other)).toBe('200');
  expect(dataOf(await other.call(api.getAutomation, of(id)))).toMatchObject({
    owner: { id: await memberId(server, 'otp@pro.example') },
    state: 'paused',
    paused_because: 'person',
    can: { edit: true },
  });
  expect(await items(member)).not.toContain(id);
  dataOf(await other.call(api.switchAutomation, { ...of(id), body: { state: 'active' } }));
  expect(await takeOver(admin)).toBe('200');
  expect(dataOf(await admin.call(api.getAutomation, of(id)))).toMatchObject({ state: 'active', paused_because: null });
  expect(await items(admin)).toContain(id);
});

test('what is changed and what goes on is asked as what is new; what is said twice changes nothing', async () => {
  const {
    automation: { id, revision },
  } = await madeAutomation(member, {}, 'paused');
  const theirs = await publishedAgent(owner, { name: { en: 'Hidden' }, instructions: 'Keep it.' });
  expect(
    codeOf(
      await member.call(api.putAutomation, {
        ...of(id),
        body: { revision, definition: await definitionOf(member, { bot_id: theirs.id }) },
      }),
    ),
  ).toBe('404 not_found');
  const turn = async (state: 'active' | 'paused') => member.call(api.switchAutomation, { ...of(id), body: { state } });
  const set = dataOf(
    await owner.call(createPermissionSet, {
      body: { name: 'None', statements: [{ effect: 'deny', kind: 'automation', actions: ['create'], scope: 'all' }] },
    }),
  );
  dataOf(
    await owner.call(grantPermissionSet, {
      body: { set_id: set.id, holder: { kind: 'member', id: await memberId(server, 'member@pro.example') } },
    }),
  );
  expect(codeOf(await turn('active'))).toMatch(/^403/);
  dataOf(await owner.call(deletePermissionSet, { params: { set_id: set.id } }));
  await server.pool.query(
    `update automations set definition = jsonb_set(definition, '{bot_id}', to_jsonb($2::text)) where id = $1`,
    [id, theirs.id],
  );
  expect(codeOf(await turn('active'))).toBe('404 not_found');
  await server.pool.query(`update automations set paused_because = 'failures' where id = $1`, [id]);
  expect(dataOf(await turn('paused'))).toMatchObject({ paused_because: 'failures' });
});

test('a key is one automation of one person, a form alone has a link, and what is deleted keeps no secret', async () => {
  const key = randomUUID();
  const [mine, theirs] = await Promise.all(
    [member, admin].map(
      async (client) =>
        dataOf(
          await client.call(api.createAutomation, {
            body: { idempotency_key: key, definition: await definitionOf(client) },
          }),
        ).automation.id,
    ),
  );
  expect(mine).not.toBe(theirs);
  expect(codeOf(await member.call(api.renewFormLink, of(mine ?? '')))).toBe('409 conflict');
  dataOf(await member.call(api.deleteAutomation, of(mine ?? '')));
  expect(
    (await server.pool.query('select secrets, form_token_hash from automations where id = $1', [mine])).rows,
  ).toEqual([{ secrets: null, form_token_hash: null }]);
  const { automation: form } = await madeAutomation(member, {
    trigger: {
      kind: 'form',
      title: 'T',
      description: '',
      fields: [{ name: 'who', label: 'Who', kind: 'text', options: [], is_required: false }],
      thanks: '',
    },
  });
  await server.pool.query(`update automations set owner_id = null where id = $1`, [form.id]);
  expect(dataOf(await admin.call(api.getAutomation, of(form.id)))).toMatchObject({
    form_url: null,
    can: { take_over: true },
  });
});

test('while an organisation is held nothing that happens in it sets anything off', async () => {
  const {
    automation: { id },
  } = await madeAutomation(owner, { trigger: { kind: 'rating', rating: 'any', bot_ids: [] } });
  const turn = await ended(
    owner,
    await start(owner, await botNamed(owner, 'House Guide'), 'When is the building open?'),
  );
  const set = async (comment: string) => {
    dataOf(
      await owner.call(rateAnswer, {
        params: { message_id: turn.answer.id },
        body: { value: 'down', reasons: [], comment },
      }),
    );
    return (await server.pool.query('select 1 from executions where automation_id = $1', [id])).rowCount;
  };
  await server.pool.query(
    'insert into automation_holds (organization_id) select organization_id from automations where id = $1',
    [id],
  );
  expect(await set('Meanwhile')).toBe(0);
  await server.pool.query('delete from automation_holds');
  expect(await set('Afterwards')).toBe(1);
  dataOf(await owner.call(api.deleteAutomation, of(id)));
});

test('what nobody has any more is done again by nobody, not even by whom it ran as', async () => {
  const {
    automation: { id },
  } = await madeAutomation(member);
  const { owner_id: memberIs, organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('automations')
      .where('id', '=', id)
      .select(['owner_id', 'organization_id'])
      .executeTakeFirstOrThrow(),
  );
  const execution = await keptExecution(server, { organizationId, memberId: memberIs ?? '', of: { automation: id } });
  const replay = async () =>
    codeOf(
      await member.call(replayExecution, {
        params: { execution_id: execution },
        body: { idempotency_key: randomUUID() },
      }),
    );
  expect(await replay()).toBe('200');
  await server.pool.query(
    `update automations set owner_id = null, state = 'paused', paused_because = 'owner' where id = $1`,
    [id],
  );
  expect(await replay()).toBe('404 not_found');
  await server.pool.query('delete from automations where id = $1', [id]);
});

test('a preview fills the prompt as the server will, and says what is not there and not met', async () => {
  const definition = await definitionOf(member, {
    prompt: 'Order {{order.id}} of {{who}}',
    conditions: [
      { path: 'order.total', operator: 'greater', value: '100' },
      { path: 'order.id', operator: 'exists', value: '' },
    ],
  });
  const preview = (event: string) => member.call(api.previewAutomation, { body: { definition, event } });
  expect(dataOf(await preview('{"order":{"id":"{{who}}","total":5}}'))).toEqual({
    prompt: 'Order <event path="order.id">{{who}}</event> of ',
    unknown: ['who'],
    unmet: [0],
  });
  for (const event of ['', 'order', '['.repeat(100) + ']'.repeat(100)])
    expect(codeOf(await preview(event))).toBe('400 validation_failed');
});

test('samples are events that the caller may read, else one that is made up', async () => {
  const samples = async (client: Client, trigger: Trigger, automation_id?: string) =>
    dataOf(
      await client.call(api.listEventSamples, {
        body: { trigger, ...(automation_id === undefined ? {} : { automation_id }) },
      }),
    ).items;
  const made = await madeAutomation(member);
  const { id } = made.automation;
  expect(await samples(member, { kind: 'webhook' }, id)).toMatchObject([
    { id: null, at: null, event: expect.stringContaining('order') },
  ]);
  await sendSigned(server, made, { order: { id: 'A-7' } });
  expect(await samples(member, { kind: 'webhook' }, id)).toMatchObject([
    { id: expect.any(String), event: JSON.stringify({ order: { id: 'A-7' } }, null, 2) },
  ]);
  expect(
    codeOf(await owner.call(api.listEventSamples, { body: { trigger: { kind: 'webhook' }, automation_id: id } })),
  ).toBe('404 not_found');

  const mine = await bring(server, member, 'mine.txt', 'Only mine.');
  const theirs = await bring(server, owner, 'theirs.txt', 'Only theirs.');
  const files = (await samples(member, { kind: 'file', knowledge_ids: [] })).map(({ event }) => event).join('\n');
  expect([files.includes(mine.id), files.includes(theirs.id)]).toEqual([true, false]);

  const turn = await ended(
    owner,
    await start(owner, await botNamed(owner, 'House Guide'), 'When is the building open?'),
  );
  await owner.call(rateAnswer, {
    params: { message_id: turn.answer.id },
    body: { value: 'down', reasons: [], comment: 'Wrong.' },
  });
  const rated: Trigger = { kind: 'rating', rating: 'down', bot_ids: [] };
  expect((await samples(member, rated))[0]).toMatchObject({ id: null });
  // Whoever may look into the dialogue log reads it, and not whose it is.
  const [seen] = await samples(admin, rated);
  expect(JSON.parse(seen?.event ?? '')).toMatchObject({
    rating: { value: 'down', comment: 'Wrong.' },
    message: { prompt: 'When is the building open?' },
  });
  expect(seen?.event).not.toContain(await memberId(server, 'owner@pro.example'));
  expect(codeOf(await member.call(api.listEventSamples, { body: { trigger: { kind: 'rule', rule_ids: [] } } }))).toBe(
    '403 forbidden',
  );
  expect(await samples(admin, { kind: 'rule', rule_ids: [] })).toMatchObject([
    { event: expect.stringContaining('"rule"') },
  ]);
});

test('events and what was deleted go after their time, and stay under a legal hold', async () => {
  const made = await madeAutomation(member);
  const { id } = made.automation;
  const { organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('automations').where('id', '=', id).select('organization_id').executeTakeFirstOrThrow(),
  );
  await sendSigned(server, made, { order: { id: 'A-9' } });
  await member.call(api.deleteAutomation, of(id));
  const left = () =>
    server.db.asSystem(async (trx) => {
      for (const due of [oldAutomationEvents, oldAutomationEffects, deletedAutomations]) await deleteDue(trx, due);
      const rows = (table: 'automations' | 'automation_events', column: 'id' | 'automation_id') =>
        trx
          .selectFrom(table)
          .where(column as 'id', '=', id)
          .select('id')
          .execute(); // both tables have the column that is said
      return [(await rows('automations', 'id')).length, (await rows('automation_events', 'automation_id')).length];
    });
  expect(await left()).toEqual([1, 1]);
  const old = new Date(Date.now() - (executionKeptDays + 1) * 86_400_000);
  await server.pool.query(
    `insert into legal_holds (organization_id, idempotency_key, kind, name, reason) values ($1, gen_random_uuid(), 'organization', '', 'Proceedings')`,
    [organizationId],
  );
  await server.pool.query('update automation_events set created_at = $1 where automation_id = $2', [old, id]);
  await server.pool.query('update automations set deleted_at = $1 where id = $2', [old, id]);
  expect(await left()).toEqual([1, 1]);
  await server.pool.query('delete from legal_holds');
  expect(await left()).toEqual([0, 0]);
});

test('of another organisation, and of a colleague, every endpoint answers as of one that there is not (TEN-01)', async () => {
  const { automation } = await madeAutomation(member, { actions: [{ kind: 'http', url: 'https://crm.example/in' }] });
  const row = () =>
    server.db.asSystem((trx) =>
      trx.selectFrom('automations').where('id', '=', automation.id).selectAll().executeTakeFirstOrThrow(),
    );
  const before = await row();
  const colleague = await server.as('otp@pro.example');
  let compared = 0;
  for (const client of [stranger, colleague]) {
    const definition = await definitionOf(client);
    const key = randomUUID();
    const told: ((id: string) => Promise<Answer<Endpoint>>)[] = [
      (id) => client.call(api.getAutomation, of(id)),
      (id) => client.call(api.putAutomation, { ...of(id), body: { revision: 1, definition } }),
      (id) => client.call(api.switchAutomation, { ...of(id), body: { state: 'paused' } }),
      (id) => client.call(api.takeOverAutomation, of(id)),
      (id) => client.call(api.rotateAutomationSecret, { ...of(id), body: { of: 'webhook' } }),
      (id) => client.call(api.renewFormLink, of(id)),
      (id) => client.call(api.testAutomation, { ...of(id), body: { idempotency_key: key, event: '{}' } }),
      (id) => client.call(api.listEventSamples, { body: { trigger: { kind: 'webhook' }, automation_id: id } }),
      (id) => client.call(api.deleteAutomation, of(id)),
    ];
    const plain = ({ status, text }: Answer<Endpoint>) => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`;
    for (const ask of told) {
      const answer = await ask(automation.id);
      expect(answer.status).toBe(404);
      expect(plain(answer)).toBe(plain(await ask(randomUUID())));
      compared += 1;
    }
    expect(await items(client)).not.toContain(automation.id);
  }
  expect(await row()).toEqual(before);
  console.info(`TEN-01: ${compared} requests for an automation of somebody else, 0 told anything or changed anything`);
});
