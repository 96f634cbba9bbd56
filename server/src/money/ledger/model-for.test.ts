import { randomUUID } from 'node:crypto';
import * as sets from '@parlance/shared/contract/api/agents/agent-test-sets';
import { type Agent, createAgent, listAgentModels, startAgentTest } from '@parlance/shared/contract/api/agents/agents';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { createRule, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { createPermissionSet, grantPermissionSet } from '@parlance/shared/contract/api/privileges/privileges';
import { mayReadOn } from '../../dialogue/runs/readable-runs.ts';
import { findHolder } from '../../people/privileges/holder.ts';
import { testAsking } from '../../studio/agents/ask-tests.ts';
import { blankAgent, codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { runOf } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { askAside } from './ask-aside.ts';
import { modelFor } from './model-for.ts';

let model: ModelServer;
let server: TestServer;
let owner: Client;
let member: Client;
let memberIs: string;
beforeAll(async () => {
  model = await startModelServer({ answer: () => ['Yes.'] });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'plain', MODEL_FALLBACK_NAME: 'dear' });
  [owner, member] = [await server.as('owner@pro.example'), await server.as('member@pro.example')];
  memberIs = await memberId(server, 'member@pro.example');
});
afterAll(async () => {
  await server.close();
  await model.close();
});
afterEach(async () => {
  model.setFault(null);
  await server.db.asSystem((trx) => trx.deleteFrom('permission_sets').execute());
});

async function idOf(name: string): Promise<string> {
  const found = dataOf(await owner.call(listAgentModels, {})).items.find((offered) => offered.name === name);
  if (found === undefined) throw new Error(`No model is called ${name}.`);
  return found.id;
}

async function denyModel(name: string): Promise<void> {
  const ids = [await idOf(name)];
  const statement = { effect: 'deny', kind: 'model', actions: ['use'], scope: 'these', ids, at_most: null } as const;
  const { id: set_id } = dataOf(
    await owner.call(createPermissionSet, {
      body: { name: `Without ${name}`, statements: [{ ...statement, actions: ['use'] }] },
    }),
  );
  dataOf(
    await owner.call(grantPermissionSet, {
      body: { set_id, holder: { kind: 'member', id: memberIs }, expires_at: null },
    }),
  );
}

const timesAsked = (name: string) => model.requests.filter(({ body }) => body.model === name).length;
const saveSet = (agent: Agent, point: sets.TestQuestion['points'][number] = { text: 'Yes', must: 'contain' }) =>
  member.call(sets.saveTestSet, {
    params: { agent_id: agent.id },
    body: { revision: 0, questions: [{ id: randomUUID(), question: 'Is it so?', language: 'en', points: [point] }] },
  });
const runSet = (agent: Agent) =>
  member.call(sets.runTestSet, { params: { agent_id: agent.id }, body: { number: null } });
async function finish(id: string): Promise<sets.TestRun> {
  const { config, db, dependencies, app } = server;
  await testAsking({ config, db, events: dependencies.events, models: app.models, ruleBook: app.ruleBook }).run(
    { test_run: id },
    new AbortController().signal,
  );
  return dataOf(await member.call(sets.getTestRun, { params: { test_run_id: id } }));
}

test('no way leads to the answer of a model that a person may not use', async () => {
  const agent = await publishedAgent(member, {
    name: { en: 'Dear' },
    instructions: 'Answer.',
    model_id: await idOf('dear'),
  });
  dataOf(await saveSet(agent));
  const begunBefore = dataOf(await runSet(agent));
  await denyModel('dear');
  const before = timesAsked('dear');
  const { definition } = agent;
  expect(
    codeOf(
      await member.call(startDialogue, { body: { bot_id: agent.id, prompt: 'Hello', idempotency_key: randomUUID() } }),
    ),
  ).toBe('404 not_found');
  expect(
    codeOf(
      await member.call(startAgentTest, {
        params: { agent_id: agent.id },
        body: { prompt: 'Hello', idempotency_key: randomUUID(), definition },
      }),
    ),
  ).toBe('403 privilege_missing');
  expect(await finish(begunBefore.id)).toMatchObject({ status: 'failed', passed: 0, results: [] });
  expect(codeOf(await runSet(agent))).toBe('403 privilege_missing');
  const { organizationId } = await holderOf();
  const aside = {
    modelId: await idOf('dear'),
    instructions: 'Give a title.',
    turns: [],
    language: 'en',
    signal: AbortSignal.timeout(30_000),
    longest: 100,
  } as const;
  await expect(
    askAside({ db: server.db, models: server.app.models }, { organizationId, memberId: memberIs, botId: null }, aside),
  ).rejects.toMatchObject({ apiCode: 'privilege_missing' });
  expect(timesAsked('dear')).toBe(before);
});

test('an answer that is tried is read on only by who may use its model (TEN-05)', async () => {
  const agent = await blankAgent(member, { instructions: 'Answer.', model_id: await idOf('dear') });
  model.hold(0);
  const turn = dataOf(
    await member.call(startAgentTest, {
      params: { agent_id: agent.id },
      body: { prompt: 'Hello', idempotency_key: randomUUID(), definition: agent.definition },
    }),
  );
  const mayRead = async () => {
    const holder = await holderOf();
    return server.db.asTenant(holder.organizationId, (trx) => mayReadOn(trx, holder, server.app.models, runOf(turn)));
  };
  expect(await mayRead()).toBe(true);
  await denyModel('dear');
  expect(await mayRead()).toBe(false);
  model.goOn();
  await server.app.runs.ended(runOf(turn));
  expect(await mayRead()).toBe(true);
});

test('a denied model does not stand in for the one that may be used', async () => {
  await denyModel('dear');
  const { fallback, modelName } = modelFor(await holderOf(), server.app.models, null);
  expect([modelName, fallback]).toEqual(['plain', null]);
});

test('whoever may not use the standard model has nothing judged or described by it', async () => {
  const agent = await blankAgent(member, { instructions: 'Answer.', model_id: await idOf('dear') });
  dataOf(await saveSet(agent, { text: 'It is so.', must: 'mean' }));
  const begunBefore = dataOf(await runSet(agent));
  await denyModel('plain');
  const before = timesAsked('plain');
  expect(dataOf(await member.call(sets.getTestSet, { params: { agent_id: agent.id } })).judge).toBe('none');
  expect((await finish(begunBefore.id)).results).toMatchObject([
    { answer: 'Yes.', passed: false, error_code: 'privilege_missing', points: [{ met: null }] },
  ]);
  const from = { kind: 'description', description: 'Answers questions about the canteen', language: 'en' } as const;
  expect(codeOf(await member.call(createAgent, { body: { idempotency_key: randomUUID(), from } }))).toBe(
    '403 privilege_missing',
  );
  expect(timesAsked('plain')).toBe(before);
});

test('a question of a test set goes through the rules as every prompt, and one that is blocked says so', async () => {
  const definition = { name: 'No questions', message: 'Not here.', target: 'prompt', action: 'block' } as const;
  const agent = await blankAgent(member, { instructions: 'Answer.' });
  dataOf(await saveSet(agent));
  const { id } = dataOf(
    await owner.call(createRule, {
      body: { definition: { ...definition, conditions: [{ kind: 'words', terms: ['is it so'] }] } },
    }),
  );
  dataOf(await owner.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } }));
  const before = model.requests.length;
  expect((await finish(dataOf(await runSet(agent)).id)).results).toMatchObject([
    { answer: '', passed: false, error_code: 'prompt_blocked', points: [{ met: null }] },
  ]);
  expect(model.requests.length).toBe(before);
});

async function holderOf() {
  const holder = await server.db.asSystem((trx) => findHolder(trx, memberIs));
  if (holder === null) throw new Error('The member is gone.');
  return holder;
}
