import { randomUUID } from 'node:crypto';
import { createAgent, startAgentTest } from '@parlance/shared/contract/api/agents/agents';
import { rateAnswer, startDialogue, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import { createFolder, renameFolder } from '@parlance/shared/contract/api/folders';
import { type RuleAction, type RuleDraft, maskText } from '@parlance/shared/contract/api/governance/rule';
import { createRule, listHits, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { blankAgent, dataOf } from '../../testing/agents.ts';
import { botNamed, messages, start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import type { ModelCall } from '../../testing/model-server.ts';
import { type AskingModel, ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';
import { RuleSet } from './engine/rule-set.ts';
import { Material } from './material.ts';

const card = '4111 1111 1111 1111';
const text = (content: string) => new TextEncoder().encode(content);

let asking: AskingModel;
let admin: Client;
let calls: ModelCall[] = [];
beforeAll(async () => {
  asking = await startAskingModel('House Guide', {
    answer: () => ['Understood.'],
    calls: ({ messages: sent }) => (sent.at(-1)?.role === 'tool' ? [] : calls),
  });
  admin = await asking.server.as('admin@pro.example');
});
afterAll(() => asking.close());
afterEach(async () => {
  calls = [];
  await asking.server.db.asSystem((trx) => trx.deleteFrom('governance_rules').execute());
});

type Conditions = RuleDraft['conditions'];
const cards: Conditions = [{ kind: 'personal', detectors: ['card'] }];
async function make(action: RuleAction = 'mask', conditions: Conditions = cards): Promise<string> {
  const definition = {
    name: randomUUID(),
    message: 'Not here.',
    target: action === 'warn' || action === 'approve' ? ('prompt' as const) : ('both' as const),
    action,
    conditions,
  };
  const { id } = dataOf(await admin.call(createRule, { body: { definition } }));
  dataOf(await admin.call(switchRule, { params: { rule_id: id }, body: { is_enabled: true } }));
  return id;
}
const sent = () => JSON.stringify(asking.model.requests.at(-1)?.body);

test.each(['mask', 'block', 'approve'] as const)(
  'what stands in an attached file does not reach the model where a rule would %s it in a prompt',
  async (action) => {
    const id = await make(action);
    const file = await attach(asking.server, asking.member, 'card.txt', text(`Our card is ${card}, valid until May.`));
    const turn = dataOf(
      await asking.member.call(startDialogue, {
        body: { bot_id: asking.bot, prompt: 'Sum it up', attachment_ids: [file.id], idempotency_key: randomUUID() },
      }),
    );
    await ended(asking.member, turn);
    expect(sent()).not.toContain('4111');
    expect(sent()).toContain(`Our card is ${maskText}, valid until May.`);
    // It counts as a hit, and the reader is told.
    expect(dataOf(await admin.call(listHits, { params: { rule_id: id } })).items).toMatchObject([
      { kind: 'prompt', context: expect.stringContaining(`Our card is ${maskText}`) },
    ]);
    const [answer] = await messages(asking.member, turn.dialogue_id);
    expect(answer?.applied_rules).toMatchObject([{ action: 'mask' }]);
  },
);

test('a rule that only watches or warns lets it pass, and counts it', async () => {
  const ids = [await make('monitor'), await make('warn')];
  const file = await attach(asking.server, asking.member, 'card.txt', text(`Our card is ${card}.`));
  const turn = dataOf(
    await asking.member.call(startDialogue, {
      body: { bot_id: asking.bot, prompt: 'Sum it up', attachment_ids: [file.id], idempotency_key: randomUUID() },
    }),
  );
  await ended(asking.member, turn);
  expect(sent()).toContain(card);
  for (const id of ids) expect(dataOf(await admin.call(listHits, { params: { rule_id: id } })).items).toHaveLength(1);
});

test('the instructions of an agent go to the model masked', async () => {
  await make();
  const agent = await blankAgent(asking.member, { instructions: `Tell people to pay with ${card}.` });
  const turn = dataOf(
    await asking.member.call(startAgentTest, {
      params: { agent_id: agent.id },
      body: { prompt: 'How?', idempotency_key: randomUUID(), definition: agent.definition },
    }),
  );
  await ended(asking.member, turn);
  expect(sent()).toContain(`pay with ${maskText}`);
  expect(sent()).not.toContain('4111');
});

test('titles, names of folders and comments of ratings are kept masked', async () => {
  await make('block');
  const { member } = asking;
  const turn = await ended(member, await start(member, await botNamed(member, 'House Guide'), 'Hello'));
  expect(
    dataOf(
      await member.call(updateDialogue, {
        params: { dialogue_id: turn.dialogue_id },
        body: { title: `About ${card}` },
      }),
    ).title,
  ).toBe(`About ${maskText}`);
  const rated = await member.call(rateAnswer, {
    params: { message_id: turn.answer.id },
    body: { value: 'up', reasons: [], comment: `It knew ${card}.` },
  });
  expect(dataOf(rated).comment).toBe(`It knew ${maskText}.`);
  const folder = dataOf(await member.call(createFolder, { body: { name: card } }));
  expect(folder.name).toBe(maskText);
  expect(
    dataOf(await member.call(renameFolder, { params: { folder_id: folder.id }, body: { name: `Of ${card}` } })).name,
  ).toBe(`Of ${maskText}`);
});

test('an agent that is described is described to the model with masks', async () => {
  await make();
  const before = asking.model.requests.length;
  await asking.member.call(createAgent, {
    body: {
      idempotency_key: randomUUID(),
      from: { kind: 'description', description: `It pays with ${card}`, language: 'en' },
    },
  });
  expect(asking.model.requests.length).toBeGreaterThan(before);
  expect(sent()).not.toContain('4111');
});

describe('what tools are sent and give back', () => {
  test('is masked for the model, and for who looks at the call', async () => {
    await make();
    await make('mask', [{ kind: 'words', terms: ['1764'] }]);
    await giveTools(asking.server, asking.bot, [builtIn('calculator', 'always')]);
    calls = [
      { name: 'calculator_calculate', arguments: JSON.stringify({ expression: '42 * 42' }) },
      { name: 'calculator_calculate', arguments: JSON.stringify({ expression: card }) },
    ];
    const turn = await ended(asking.member, await start(asking.member, asking.bot, 'What is it?'));
    await giveTools(asking.server, asking.bot, []);
    const { items: made } = dataOf(
      await asking.member.call(listToolCalls, { params: { dialogue_id: turn.dialogue_id } }),
    );
    expect(made.map(({ arguments: given }) => given)).toEqual([
      JSON.stringify({ expression: '42 * 42' }),
      JSON.stringify({ expression: maskText }),
    ]);
    expect(made[0]).toMatchObject({ state: 'done', result: expect.stringContaining(maskText) });
    expect(sent()).not.toMatch(/1764|4111/);
  });

  const rules = (action: RuleAction) => {
    const definition = {
      name: 'Cards',
      message: '',
      target: 'both' as const,
      action,
      scope: { team_ids: [], bot_ids: [] },
      conditions: [{ kind: 'personal' as const, detectors: ['card' as const] }],
    };
    const set = new RuleSet([{ id: randomUUID(), version: 1, definition }]);
    return new Material({
      prompt: set.checker({ kind: 'prompt', botId: '', teamIds: new Set() }),
      answer: set.checker({ kind: 'answer', botId: '', teamIds: new Set() }),
    });
  };

  test.each([
    [
      `{"to":"${card}","n":4111111111111111,"list":["x ${card}"],"is":true,"none":null}`,
      { to: maskText, n: maskText, list: [`x ${maskText}`], is: true, none: null },
    ],
    ['{"city":"Paris","n":12}', { city: 'Paris', n: 12 }],
    ['', {}],
    // As an address carries it.
    [
      '{"url":"https://example.com/?d=4111%201111%201111%201111&e=1"}',
      { url: `https://example.com/?d=${maskText}&e=1` },
    ],
    ['{"url":"https://example.com/?d=4111+1111+1111+1111"}', { url: `https://example.com/?d=${maskText}` }],
    ['{"url":"https://example.com/%34111111111111111"}', { url: `https://example.com/${maskText}` }],
    ['{"url":"https://example.com/a%20b+c?d=%zz"}', { url: 'https://example.com/a%20b+c?d=%zz' }],
  ])('arguments stay JSON: %s', (given, expected) => {
    expect(JSON.parse(rules('block').inArguments(given))).toEqual(expected);
  });

  test('what is no JSON is masked as a text', () => {
    expect(rules('mask').inArguments(`{"to": ${card}`)).toBe(`{"to": ${maskText}`);
  });

  test('one rule is counted once for each time it finds something, whichever text it was', () => {
    const material = rules('mask');
    expect(material.inText(`${card} and ${card}`)).toBe(`${maskText} and ${maskText}`);
    material.inText(`again ${card}`);
    expect(material.found.map(({ count }) => count)).toEqual([3]);
    expect(material.appliedRules).toEqual([{ name: 'Cards', action: 'mask' }]);
  });
});
