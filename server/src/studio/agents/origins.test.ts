import { randomUUID } from 'node:crypto';
import * as api from '@parlance/shared/contract/api/agents/agents';
import { languages } from '@parlance/shared/contract/values/language';
import { blankAgent, codeOf, dataOf } from '../../testing/agents.ts';
import { botNamed } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let said: string[] = [];
let model: ModelServer;
let server: TestServer;
let embedded: TestServer;
let mei: Client;
beforeAll(async () => {
  model = await startModelServer({ answer: () => [said.shift() ?? 'nothing'] });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'large' });
  embedded = await startTestServer();
  mei = await server.as('member@pro.example');
});
afterAll(async () => {
  await Promise.all([server.close(), embedded.close()]);
  await model.close();
});

const create = (client: Client, from: api.AgentOrigin) =>
  client.call(api.createAgent, { body: { idempotency_key: randomUUID(), from } });
const described = (client: Client) =>
  create(client, { kind: 'description', description: 'Answers questions about the canteen', language: 'en' });
const written = {
  name: 'Canteen',
  description: 'Knows the menu.',
  greeting: 'Hungry?',
  starters: ['What is for lunch?'],
  avatar: '🍲',
  category: 'people',
  instructions: 'Answer questions about the canteen.',
};

test('every template has its texts in nine languages, and makes a draft that can be published', async () => {
  const { items } = dataOf(await mei.call(api.listAgentTemplates));
  expect(items).toHaveLength(6);
  for (const { id, name } of items) {
    const { agent, left_out } = dataOf(await create(mei, { kind: 'template', template: id }));
    expect(left_out).toEqual([]);
    expect(agent).toMatchObject({ name, state: 'draft' });
    for (const texts of [agent.definition.name, agent.definition.greeting, agent.definition.starters])
      expect(Object.keys(texts).sort()).toEqual([...languages].sort());
    expect(
      codeOf(await mei.call(api.publishAgent, { params: { agent_id: agent.id }, body: { revision: agent.revision } })),
    ).toBe('200');
  }
  expect(codeOf(await create(mei, { kind: 'template', template: 'toString' }))).toBe('404 not_found');
});

describe('a file', () => {
  test('that was exported makes the same agent again, without what is not to be had there', async () => {
    const agent = await blankAgent(mei, { name: { en: 'Travels', 'zh-TW': '旅行' }, instructions: 'Travel well.' });
    const file = dataOf(await mei.call(api.exportAgent, { params: { agent_id: agent.id } }));
    const fiona = await server.as('owner@free.example');
    const made = dataOf(await create(fiona, { kind: 'file', file }));
    expect(made).toMatchObject({ agent: { definition: agent.definition }, left_out: [] });
    const foreign = {
      ...file,
      definition: {
        ...file.definition,
        model_id: randomUUID(),
        knowledge_ids: [randomUUID()],
        responsible_id: randomUUID(),
      },
    };
    const stripped = dataOf(await create(fiona, { kind: 'file', file: foreign }));
    expect(stripped.left_out.sort()).toEqual(['knowledge', 'model', 'responsible']);
    expect(stripped.agent.definition).toEqual(agent.definition);
  });

  test.each<[string, unknown, string]>([
    [
      'of a newer version',
      { kind: 'parlance.agent', version: 2, definition: { anything: true } },
      '409 import_too_new',
    ],
    ['that is none', 'hello', '400 validation_failed'],
    ['of another kind', { kind: 'parlance.other', version: 1 }, '400 validation_failed'],
    [
      'with a field that is none',
      { kind: 'parlance.agent', version: 1, definition: { name: {}, avatar: '🤖', organization_id: randomUUID() } },
      '400 validation_failed',
    ],
  ])('%s is refused', async (_, file, code) => {
    expect(codeOf(await create(mei, { kind: 'file', file }))).toBe(code);
  });
});

describe('a description in words', () => {
  test('becomes a draft that the standard model wrote, with words around its answer or without', async () => {
    said = [`Here it is:\n\`\`\`json\n${JSON.stringify(written)}\n\`\`\``];
    const { agent } = dataOf(await described(mei));
    expect(agent).toMatchObject({
      name: 'Canteen',
      category: 'people',
      definition: {
        starters: { en: ['What is for lunch?'] },
        instructions: written.instructions,
        tools: [],
        knowledge_ids: [],
      },
    });
  });

  test('is asked for once more where the answer cannot be read, and then no more', async () => {
    said = ['{"name": 5}', JSON.stringify(written)];
    expect(codeOf(await described(mei))).toBe('200');
    const asked = model.requests.length;
    said = ['no', 'no', JSON.stringify(written)];
    expect(codeOf(await described(mei))).toBe('502 model_answer_unusable');
    expect(model.requests.length - asked).toBe(2);
  });

  test('gives the agent no tool, no knowledge and no model, whatever the model says', async () => {
    said = [
      JSON.stringify({
        ...written,
        tools: [{ tool_id: randomUUID(), permission: 'always' }],
        knowledge_ids: [randomUUID()],
        model_id: randomUUID(),
      }),
    ];
    expect(dataOf(await described(mei)).agent.definition).toMatchObject({
      tools: [],
      knowledge_ids: [],
      model_id: null,
    });
  });

  test('is refused where nothing is left of the month, and the model is not asked', async () => {
    const limit = (tokens: string | null) =>
      server.db.asSystem((trx) =>
        trx.updateTable('plans').set({ member_tokens_a_month: tokens }).where('name', '=', 'Pro').execute(),
      );
    const asked = model.requests.length;
    await limit('10');
    const refused = await described(mei);
    await limit(null);
    expect(codeOf(refused)).toBe('429 allowance_spent');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(model.requests.length).toBe(asked);
  });

  test('cannot be written by the embedded model', async () => {
    expect(codeOf(await described(await embedded.as('member@pro.example')))).toBe('409 model_cannot_write');
  });
});

describe('the places of the plan', () => {
  const places = async (client: Client) => dataOf(await client.call(api.listAgents, {})).agents;
  const blank = { kind: 'blank' } as const;

  test('are taken by what is made, copied, read from a file and brought back, however many ask at once', async () => {
    const fiona = await server.as('owner@free.example');
    const change = (id: string, action: 'archive' | 'delete' | 'undelete') =>
      fiona.call(api.changeAgents, { body: { agent_ids: [id], action } });
    const given = await botNamed(fiona, 'House Guide');
    for (const { id, state } of dataOf(await fiona.call(api.listAgents, {})).items)
      if (state === 'draft') dataOf(await change(id, 'delete'));
    expect(await places(fiona)).toEqual({ used: 0, limit: 2 });

    const made = await Promise.all(Array.from({ length: 5 }, () => create(fiona, blank)));
    expect(made.map(codeOf).sort()).toEqual(['200', '200', '409 agents_full', '409 agents_full', '409 agents_full']);
    expect(dataOf(await fiona.call(api.listAgents, {}))).toMatchObject({
      can_create: false,
      agents: { used: 2, limit: 2 },
    });
    const file = dataOf(await fiona.call(api.exportAgent, { params: { agent_id: given } }));
    for (const from of [
      { kind: 'copy' as const, agent_id: given },
      { kind: 'file' as const, file },
    ])
      expect(codeOf(await create(fiona, from))).toBe('409 agents_full');

    const [own] = made.flatMap(({ body }) => (body.success ? [body.data.agent.id] : []));
    if (own === undefined) throw new Error('None was made.');
    expect(dataOf(await change(own, 'archive')).agents.used).toBe(2);
    expect(dataOf(await change(own, 'delete')).agents.used).toBe(1);
    expect(dataOf(await create(fiona, blank)).agents).toEqual({ used: 2, limit: 2 });
    expect(codeOf(await change(own, 'undelete'))).toBe('409 agents_full');
    expect(codeOf(await fiona.call(api.getAgent, { params: { agent_id: own } }))).toBe('404 not_found');
  });

  test('are not taken by what came with the organisation, and are without end where the plan says so', async () => {
    const fiona = await server.as('owner@free.example');
    const given = await botNamed(fiona, 'House Guide');
    for (const action of ['delete', 'undelete'] as const)
      expect(dataOf(await fiona.call(api.changeAgents, { body: { agent_ids: [given], action } })).changed).toEqual([
        given,
      ]);
    expect((await places(mei)).limit).toBeNull();
  });
});
