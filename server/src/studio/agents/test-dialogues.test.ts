import { randomUUID } from 'node:crypto';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import * as api from '@parlance/shared/contract/api/agents/agents';
import * as dialogues from '@parlance/shared/contract/api/dialogues';
import { streamRun } from '@parlance/shared/contract/api/runs/runs';
import { shareDialogue } from '@parlance/shared/contract/api/shares';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { blankAgent, codeOf, dataOf, publishedAgent } from '../../testing/agents.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { oldTestDialogues } from './test-dialogues.ts';

let model: ModelServer;
let server: TestServer;
let mei: Client;
let oscar: Client;
beforeAll(async () => {
  model = await startModelServer({
    answer: ({ messages }) => [
      messages.some(({ content }) => String(content).includes('PIRATE')) ? 'Arr!' : 'Good day.',
    ],
  });
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'large',
    MODEL_REASONING_EFFORTS: 'low,high',
  });
  [mei, oscar] = [await server.as('member@pro.example'), await server.as('otp@pro.example')];
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const tryOut = (
  client: Client,
  agent: api.Agent,
  definition: Partial<AgentDefinition> = {},
  key: string = randomUUID(),
  prompt = 'Greet me, quokka',
) =>
  client.call(api.startAgentTest, {
    params: { agent_id: agent.id },
    body: { idempotency_key: key, prompt, definition: { ...agent.definition, ...definition } },
  });
const goOn = (client: Client, dialogueId: string, definition: AgentDefinition) =>
  client.call(api.continueAgentTest, {
    params: { dialogue_id: dialogueId },
    body: { idempotency_key: randomUUID(), prompt: 'And again', definition },
  });
const answerOf = async (client: Client, turn: dialogues.Turn) => {
  await client.call(streamRun, { params: { run_id: turn.answer.run?.id ?? '' } });
  return dataOf(await client.call(dialogues.listMessages, { params: { dialogue_id: turn.dialogue_id } })).items[0]
    ?.content;
};

test('runs what was given with it, saved or not, and what was changed since with the next prompt', async () => {
  const agent = await publishedAgent(mei, { name: { en: 'Polite' }, instructions: 'Be polite.' });
  const turn = dataOf(
    await tryOut(mei, agent, {
      instructions: 'Speak as a PIRATE.',
      temperature: 0.5,
      max_output_tokens: 64,
      reasoning_effort: 'high',
    }),
  );
  expect(await answerOf(mei, turn)).toBe('Arr!');
  expect(model.requests.at(-1)?.body).toMatchObject({
    temperature: 0.5,
    max_tokens: 64,
    reasoning_effort: 'high',
  });
  const second = dataOf(await goOn(mei, turn.dialogue_id, agent.definition));
  expect(await answerOf(mei, second)).toBe('Good day.');
  // Unset parameters are not sent: some models refuse them.
  expect(Object.keys(model.requests.at(-1)?.body ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(temperature|max_tokens)$/)]),
  );
  expect(dataOf(await mei.call(api.getAgent, { params: { agent_id: agent.id } })).definition.instructions).toBe(
    'Be polite.',
  );
});

test('searches what its definition knows, which members do not yet', async () => {
  const agent = await blankAgent(mei, {});
  const { definition } = dataOf(
    await (await server.as('owner@pro.example')).call(api.getAgent, { params: { agent_id: await houseGuide() } }),
  );
  const turn = dataOf(
    await tryOut(mei, agent, { knowledge_ids: definition.knowledge_ids }, randomUUID(), 'When is the building open?'),
  );
  expect(definition.knowledge_ids).not.toEqual([]);
  await answerOf(mei, turn);
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('The building is open from Monday');
});

test('what is published is as warm, as long and as thoughtful as its definition says', async () => {
  const agent = await publishedAgent(mei, {
    name: { en: 'Cool' },
    temperature: 0,
    max_output_tokens: 100,
    reasoning_effort: 'low',
  });
  const turn = dataOf(
    await mei.call(dialogues.startDialogue, {
      body: { bot_id: agent.id, prompt: 'Greet me', idempotency_key: randomUUID() },
    }),
  );
  await answerOf(mei, turn);
  expect(model.requests.at(-1)?.body).toMatchObject({ temperature: 0, max_tokens: 100, reasoning_effort: 'low' });
  // A later prompt reads the bot anew.
  const next = dataOf(
    await mei.call(dialogues.sendPrompt, {
      params: { dialogue_id: turn.dialogue_id },
      body: { prompt: 'And again', idempotency_key: randomUUID() },
    }),
  );
  await answerOf(mei, next);
  expect(model.requests.at(-1)?.body).toMatchObject({ temperature: 0, max_tokens: 100, reasoning_effort: 'low' });
});

const houseGuide = async () => {
  const { id } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('bots')
      .innerJoin('organizations', 'organizations.id', 'bots.organization_id')
      .where('organizations.name', '=', 'Northwind Research')
      .where('bots.category', '=', 'knowledge')
      .select('bots.id')
      .executeTakeFirstOrThrow(),
  );
  return id;
};

test('is in no list, no search, no share, no count of answers, and is answered nowhere else', async () => {
  const agent = await blankAgent(mei, { name: { en: 'Tried' } });
  const turn = dataOf(await tryOut(mei, agent));
  await answerOf(mei, turn);
  const own = { params: { dialogue_id: turn.dialogue_id } };
  expect(dataOf(await mei.call(dialogues.listDialogues, {})).items.map(({ id }) => id)).not.toContain(turn.dialogue_id);
  expect(dataOf(await mei.call(dialogues.searchDialogues, { query: { q: 'quokka' } })).items).toEqual([]);
  const key = { idempotency_key: randomUUID() };
  const refused = [
    await mei.call(dialogues.getDialogue, own),
    await mei.call(dialogues.sendPrompt, { ...own, body: { prompt: 'Hello', ...key } }),
    await mei.call(dialogues.regenerateAnswer, { params: { message_id: turn.answer.id }, body: key }),
    await mei.call(dialogues.rateAnswer, { params: { message_id: turn.answer.id }, body: { value: 'up' } }),
    await mei.call(shareDialogue, { ...own, body: { scope: 'link' } }),
  ];
  expect(refused.map(codeOf)).toEqual(refused.map(() => '404 not_found'));
  expect(dataOf(await mei.call(api.getAgent, { params: { agent_id: agent.id } })).answers).toBe(0);
});

test('is for who may change the agent, with what they may give to it, and made once', async () => {
  const agent = await blankAgent(mei, { name: { en: 'Hers' } });
  expect(codeOf(await tryOut(oscar, agent))).toBe('404 not_found');
  expect(codeOf(await tryOut(mei, agent, { knowledge_ids: [randomUUID()] }))).toBe('400 validation_failed');
  const key = randomUUID();
  const made = await Promise.all(Array.from({ length: 20 }, () => tryOut(mei, agent, {}, key)));
  expect(new Set(made.map((answer) => dataOf(answer).dialogue_id)).size).toBe(1);
  const [turn] = made.map(dataOf);
  expect(codeOf(await goOn(oscar, turn?.dialogue_id ?? '', agent.definition))).toBe('404 not_found');
});

test('goes after a day', async () => {
  const agent = await blankAgent(mei, {});
  const [old, young] = [dataOf(await tryOut(mei, agent)), dataOf(await tryOut(mei, agent))];
  for (const turn of [old, young]) await answerOf(mei, turn);
  await server.db.asSystem(async (trx) => {
    await trx
      .updateTable('dialogues')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('id', '=', old.dialogue_id)
      .execute();
    await deleteDue(trx, oldTestDialogues);
  });
  const found = (id: string) => mei.call(dialogues.listMessages, { params: { dialogue_id: id } });
  expect([codeOf(await found(old.dialogue_id)), codeOf(await found(young.dialogue_id))]).toEqual([
    '404 not_found',
    '200',
  ]);
});
