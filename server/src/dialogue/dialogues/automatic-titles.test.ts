import { getDialogue, searchDialogues, updateDialogue } from '@parlance/shared/contract/api/dialogues';
import { prompt, start, until } from '../../testing/asking.ts';
import type { ChatRequest, ModelServer } from '../../testing/model-server.ts';
import { ended, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';

const isTitle = (body: unknown) => JSON.stringify(body).includes('Write a title');

let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let close: () => Promise<void>;
let title: readonly string[] = ['“House', ' rules', '”.'];
beforeAll(async () => {
  const answer = ({ messages }: ChatRequest) => (isTitle(messages) ? title : ['From', ' eight', ' on.']);
  ({ model, server, member, bot, close } = await startAskingModel(
    'Blank Sheet',
    { answer, tokenPauseMs: 20 },
    { MODEL_TITLES: 'true', MODEL_REASONING_EFFORTS: 'high, low, medium' },
  ));
});
afterAll(() => close());
afterEach(() => model.setFault(null));

const titleOf = async (dialogueId: string) => {
  const { body } = await member.call(getDialogue, { params: { dialogue_id: dialogueId } });
  return body.success ? body.data.title : body.code;
};
const asked = () => model.requests.filter(({ body }) => isTitle(body)).length;
async function titleBecomes(dialogueId: string, title: string): Promise<void> {
  for (let now = await titleOf(dialogueId); now !== title; now = await titleOf(dialogueId))
    await new Promise((resolve) => setTimeout(resolve, 10));
}

test('the model is asked for a title once, behind the first answer, and it is found by the search', async () => {
  const turn = await start(member, bot, 'When is the building open?');
  expect(await titleOf(turn.dialogue_id)).toBe('When is the building open?');
  await ended(member, turn);
  await titleBecomes(turn.dialogue_id, 'House rules');
  const before = asked();
  await ended(member, await prompt(member, turn.dialogue_id, 'And on Sunday?'));
  expect((await member.call(searchDialogues, { query: { q: 'rules' } })).body).toMatchObject({
    data: { items: [{ message_id: null, dialogue: { title: 'House rules' } }] },
  });
  expect(asked()).toBe(before);
  expect(model.requests.map(({ body }) => [isTitle(body), body.reasoning_effort])).toEqual(
    expect.arrayContaining([
      [false, undefined],
      [true, 'low'],
    ]),
  );
  const usage = await server.db.asSystem((trx) => trx.selectFrom('model_usage').selectAll().execute());
  expect(usage.map(({ input_tokens, output_tokens }) => [input_tokens, output_tokens]).sort()).toEqual(
    model.requests.map(({ reported }) => [reported?.input, reported?.output]).sort(),
  );
});

test.each([
  ['between tags', ['<think>', 'A title', '</think>', '\n\nOpening', ' hours']],
  ['before a tag that only ends it', ['A title', '\n</think>', '\n\nOpening', ' hours']],
])('what the model reasons %s is no part of a title', async (_, tokens) => {
  title = tokens;
  const turn = await start(member, bot, 'When is the building open?');
  await ended(member, turn);
  await titleBecomes(turn.dialogue_id, 'Opening hours');
});

test('a title that the member gives meanwhile stays', async () => {
  const turn = await start(member, bot, 'When is the building open?');
  await ended(member, turn);
  await until(() => asked() > 0 && model.requests.some(({ body, finished }) => isTitle(body) && !finished));
  await member.call(updateDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { title: 'Mine' } });
  await until(() => model.requests.every(({ finished }) => finished));
  await ended(member, await prompt(member, turn.dialogue_id, 'And on Sunday?'));
  expect(await titleOf(turn.dialogue_id)).toBe('Mine');
});

test('where nothing is left of the month, no title is asked for and the first prompt stays it', async () => {
  const before = { asked: asked(), told: server.log.length };
  model.hold(1);
  const turn = await start(member, bot, 'When is the building open?');
  await until(() => model.requests.at(-1)?.tokensSent === 1);
  const limit = (tokens: string | null) =>
    server.db.asSystem((trx) =>
      trx.updateTable('plans').set({ member_tokens_a_month: tokens }).where('name', '=', 'Pro').execute(),
    );
  await limit('1');
  model.goOn();
  await ended(member, turn);
  await until(
    () =>
      asked() > before.asked ||
      server.log.slice(before.told).some((line) => line.includes('keeps its first prompt as its title')),
  );
  await limit(null);
  expect(asked()).toBe(before.asked);
  expect(await titleOf(turn.dialogue_id)).toBe('When is the building open?');
});

test('where the model fails, the first prompt stays the title, and the log says so', async () => {
  const before = model.requests.length;
  const turn = await start(member, bot, 'When is the building open?');
  await until(() => model.requests[before]?.tokensSent === 1);
  model.setFault({ kind: 'status', status: 400 });
  await ended(member, turn);
  await until(() => server.log.some((line) => line.includes('keeps its first prompt as its title')));
  expect(await titleOf(turn.dialogue_id)).toBe('When is the building open?');
});
