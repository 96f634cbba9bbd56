import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import { dataOf } from '../../testing/agents.ts';
import { messages, hear, prompt, start } from '../../testing/asking.ts';
import type { ChatRequest, ModelCall } from '../../testing/model-server.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';

const signature = { google: { thought_signature: 'CtEBAVSoXO' } };
const hasResult = ({ messages: said }: ChatRequest) => said.at(-1)?.role === 'tool';
const calculation: ModelCall = {
  name: 'calculator_calculate',
  arguments: '{"expression":"6 * 7"}',
  extras: { extra_content: signature },
};

let asking: AskingModel;
let isCalling = true;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', {
    answer: (request) =>
      isCalling && !hasResult(request) ? [{ reasoning: 'I had better ' }, { reasoning: 'calculate.' }] : ['It is 42.'],
    calls: (request) => (isCalling && !hasResult(request) ? [calculation] : []),
  });
});
afterAll(() => asking.close());
beforeEach(() => {
  isCalling = true;
});

const requestsOfCalls = () =>
  (asking.model.requests.at(-1)?.body.messages ?? []).filter(({ tool_calls: calls }) => calls !== undefined);
const withAll = [{ reasoning_content: 'I had better calculate.', tool_calls: [{ extra_content: signature }] }];

test('what came with a call goes back with its result and with later prompts, and is shown to nobody', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator')]);
  const turn = await ended(asking.member, await start(asking.member, asking.bot, 'What is it?'));
  expect(requestsOfCalls()).toMatchObject(withAll);
  isCalling = false;
  await ended(asking.member, await prompt(asking.member, turn.dialogue_id, 'Sure?'));
  expect(asking.model.requests.at(-1)?.body.messages.at(-1)?.content).toBe('Sure?');
  expect(requestsOfCalls()).toMatchObject(withAll);
  expect(JSON.stringify(await messages(asking.member, turn.dialogue_id))).not.toContain('CtEB');
});

test('it is there when its person allows the call later', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator', 'ask')]);
  const turn = await start(asking.member, asking.bot, 'What is it?');
  const { events } = await hear(asking.base, asking.member, runOf(turn), {
    until: (heard) => heard.events.some(({ data }) => data.type === 'tool' && data.call.state === 'waiting'),
  });
  const call = events.flatMap(({ data }) => (data.type === 'tool' ? [data.call] : [])).at(-1);
  dataOf(
    await asking.member.call(answerToolCall, {
      params: { call_id: call?.id ?? '' },
      body: { allow: true, arguments: call?.arguments ?? '' },
    }),
  );
  await ended(asking.member, turn);
  expect(requestsOfCalls()).toMatchObject(withAll);
});
