import { randomUUID } from 'node:crypto';
import { exportDialogue, listMessages, type Turn } from '@parlance/shared/contract/api/dialogues';
import { downloadFile } from '@parlance/shared/contract/api/files';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import {
  copySharedDialogue,
  listColleagues,
  listSharedToolCalls,
  shareDialogue,
} from '@parlance/shared/contract/api/shares';
import { builtInToolIds, listToolCalls, type ToolCall } from '@parlance/shared/contract/api/tools';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { dataOf } from '../../testing/agents.ts';
import { type HeardAnswer, botNamed, hear, listen, messages, prompt, start } from '../../testing/asking.ts';
import { upload } from '../../testing/attaching.ts';
import { makePng } from '../../testing/make-files.ts';
import { type ChatRequest, type ModelCall, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';

/** The calls the model requests in each turn of an answer; after them it says what it was given. */
let script: readonly (readonly ModelCall[])[];
let model: ModelServer;
let server: TestServer;
let base: string;
let member: Client;
let bot: string;

const turnOf = ({ messages: said }: ChatRequest) => said.length - 1 - said.findLastIndex(({ role }) => role === 'user');
const stepsDone = ({ messages: said }: ChatRequest) =>
  said.slice(said.findLastIndex(({ role }) => role === 'user')).filter(({ role }) => role === 'assistant').length;
const results = ({ messages: said }: ChatRequest) =>
  said.filter(({ role }) => role === 'tool').map(({ content }) => String(content));
const callsNow = (request: ChatRequest) => (request.tool_choice === 'none' ? [] : (script[stepsDone(request)] ?? []));

beforeAll(async () => {
  model = await startModelServer({
    calls: callsNow,
    answer: (request) =>
      callsNow(request).length > 0
        ? ['Let me ', 'see.']
        : turnOf(request) === 0
          ? ['Nothing to ', 'look up.']
          : ['I was told: ', results(request).join(' | ')],
  });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' });
  base = await listen(server.app);
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
});
afterAll(async () => {
  await server.close();
  await model.close();
});
beforeEach(() => {
  script = [];
  model.requests.length = 0;
});

const runOf = (turn: Turn): string => turn.answer.run?.id ?? '';
const ask = () => start(member, bot, 'What is it?');
const callsHeard = ({ events }: HeardAnswer) => events.flatMap(({ data }) => (data.type === 'tool' ? [data.call] : []));
const calculation = (expression: string): ModelCall => ({
  name: 'calculator_calculate',
  arguments: JSON.stringify({ expression }),
});

async function listed(turn: Turn): Promise<ToolCall[]> {
  const { body } = await member.call(listToolCalls, { params: { dialogue_id: turn.dialogue_id } });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.items;
}

/** Sends a prompt, and waits until the answer waits for its person. */
async function askedToAllow(): Promise<{ turn: Turn; call: ToolCall }> {
  const turn = await ask();
  const heard = await hear(base, member, runOf(turn), {
    until: (so) => callsHeard(so).some(({ state }) => state === 'waiting'),
  });
  const call = callsHeard(heard).find(({ state }) => state === 'waiting');
  if (call === undefined) throw new Error('Nothing waits.');
  return { turn, call };
}

async function idOf(name: string): Promise<string> {
  const { body } = await member.call(listColleagues, { query: { q: name } });
  return body.success ? (body.data.items[0]?.id ?? '') : '';
}

const answer = (client: Client, call: ToolCall, allow: boolean, seen = call.arguments) =>
  client.call(answerToolCall, { params: { call_id: call.id }, body: { allow, arguments: seen } });

describe('a tool that is always allowed', () => {
  test('is called, and what it gave back goes to the model; the call stands in the transcript', async () => {
    await giveTools(server, bot, [builtIn('calculator')]);
    script = [[calculation('6 * 7')]];
    const turn = await ask();
    const heard = await hear(base, member, runOf(turn));
    expect(heard).toMatchObject({ text: 'Let me see.\n\nI was told: 42', ended: { status: 'complete' } });
    expect(callsHeard(heard).at(-1)).toMatchObject({
      state: 'done',
      result: '42',
      function: 'calculate',
      arguments: '{"expression":"6 * 7"}',
      offset: 'Let me see.'.length,
    });
    expect(await listed(turn)).toMatchObject([{ state: 'done', result: '42' }]);
    const told = model.requests.at(-1)?.body.messages.slice(-2);
    expect(told).toMatchObject([
      { role: 'assistant', content: 'Let me see.', tool_calls: [{ function: { name: 'calculator_calculate' } }] },
      { role: 'tool', content: '42' },
    ]);
  });

  test('is told again to a reader that comes late or comes back', async () => {
    await giveTools(server, bot, [builtIn('calculator')]);
    script = [[calculation('1 + 1'), calculation('2 + 2')]];
    const turn = await ask();
    await server.app.runs.ended(runOf(turn));
    const again = await hear(base, member, runOf(turn), { lastEventId: '5' });
    expect(callsHeard(again).map(({ result }) => result)).toEqual(['2', '4']);
    expect(again.text).toBe('Let me see.\n\nI was told: 2 | 4'.slice(5));
  });

  test('is called no more often than the agent says, and the model answers with what it has', async () => {
    await giveTools(server, bot, [builtIn('calculator')], 3);
    script = Array.from({ length: 20 }, (_, at) => [calculation(`${at} + 0`), calculation(`${at} + 100`)]);
    const turn = await ask();
    const heard = await hear(base, member, runOf(turn));
    expect(await listed(turn)).toHaveLength(3);
    expect(heard.ended).toMatchObject({ status: 'complete' });
    expect(model.requests.at(-1)?.body.tool_choice).toBe('none');
  });

  test.each([
    ['no JSON', '{"expression": '],
    ['the wrong kind', '{"expression": 7}'],
    ['something missing', '{}'],
    ['something more', '{"expression": "1", "shell": "rm"}'],
    ['an array', '[1]'],
  ])('is not called with arguments that are %s, and the model is told', async (_, text) => {
    await giveTools(server, bot, [builtIn('calculator')]);
    script = [[{ name: 'calculator_calculate', arguments: text }]];
    const turn = await ask();
    await hear(base, member, runOf(turn));
    expect(await listed(turn)).toMatchObject([{ state: 'failed' }]);
    expect(results(model.requests.at(-1)?.body as ChatRequest)[0]).toMatch(
      /^The call failed\. (The arguments|\/expression must)/,
    ); // asked just before
  });
});

test('a tool that is never allowed is not told to the model, and not called where it is named', async () => {
  await giveTools(server, bot, [builtIn('calculator', 'never'), builtIn('date-time')]);
  script = [[calculation('6 * 7')]];
  const turn = await ask();
  const heard = await hear(base, member, runOf(turn));
  expect(model.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['date-time_now']);
  expect(callsHeard(heard)).toMatchObject([{ state: 'failed', tool_id: null, result: 'There is no such function.' }]);
});

test('permissions of single functions go before that of their tool', async () => {
  await giveTools(server, bot, [
    { tool_id: builtInToolIds.calculator, permission: 'always', functions: { calculate: 'never' } },
    builtIn('date-time'),
  ]);
  await hear(base, member, runOf(await ask()));
  expect(model.requests[0]?.body.tools?.map((tool) => tool.function.name)).toEqual(['date-time_now']);
});

describe('a question that follows', () => {
  const toldBefore = () => model.requests.at(-1)?.body.messages.slice(1) ?? [];

  test('comes with what was called before and what that gave back, at its place in the answer', async () => {
    await giveTools(server, bot, [builtIn('calculator')]);
    script = [[calculation('6 * 7')]];
    const turn = await ask();
    await hear(base, member, runOf(turn));
    script = [];
    const next = await prompt(member, turn.dialogue_id, 'And twice that?');
    await hear(base, member, runOf(next));
    expect(toldBefore()).toMatchObject([
      { role: 'user', content: 'What is it?' },
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [{ function: { name: 'calculator_calculate', arguments: '{"expression":"6 * 7"}' } }],
      },
      { role: 'tool', content: '42' },
      { role: 'assistant', content: 'I was told: 42' },
      { role: 'user', content: 'And twice that?' },
    ]);
    // Without tools, the model gets only its own words.
    await giveTools(server, bot, []);
    await hear(base, member, runOf(await prompt(member, turn.dialogue_id, 'And now?')));
    expect(toldBefore().map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(toldBefore()[1]).toMatchObject({ content: 'Let me see.\n\nI was told: 42' });
  });

  test('is told of much that came back the beginning, and of what is long ago nothing', async () => {
    await giveTools(server, bot, [builtIn('calculator')]);
    script = [Array.from({ length: 10 }, (_, at) => calculation(`${at} + 1`))];
    const turn = await ask();
    await hear(base, member, runOf(turn));
    await server.db.asSystem((trx) =>
      trx
        .updateTable('tool_calls')
        .set({ result: 'x'.repeat(9_000) })
        .where('run_id', '=', runOf(turn))
        .execute(),
    );
    script = [];
    await hear(base, member, runOf(await prompt(member, turn.dialogue_id, 'Which was the last?')));
    const told = toldBefore()
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => String(content));
    expect(told).toHaveLength(10);
    expect(told.slice(0, 3).every((text) => /no longer here/.test(text))).toBe(true);
    expect(told.at(-1)).toMatch(/^x{4000}\n\[cut off here\]$/);
    expect(told.join('').length).toBeLessThan(31_000);
  });
});

test('an agent without tools asks its model as before', async () => {
  await giveTools(server, bot, []);
  await hear(base, member, runOf(await ask()));
  expect(model.requests[0]?.body).not.toHaveProperty('tools');
});

describe('a tool that asks', () => {
  beforeEach(async () => {
    await giveTools(server, bot, [builtIn('calculator', 'ask')]);
    script = [[calculation('6 * 7')]];
  });

  test('is called when the person allows it, and the answer goes on', async () => {
    const { turn, call } = await askedToAllow();
    expect(call).toMatchObject({ arguments: '{"expression":"6 * 7"}', result: '' });
    expect((await answer(member, call, true)).body).toMatchObject({ data: { state: 'running' } });
    const heard = await hear(base, member, runOf(turn));
    expect(heard).toMatchObject({ text: 'Let me see.\n\nI was told: 42', ended: { status: 'complete' } });
    expect(callsHeard(heard).at(-1)).toMatchObject({ state: 'done', result: '42' });
    const [stored] = await messages(member, turn.dialogue_id);
    expect(stored?.content).toBe('Let me see.\n\nI was told: 42');
  });

  test('lets a reader that stayed hear all of it once', async () => {
    const turn = await ask();
    const reading = hear(base, member, runOf(turn));
    const { events } = await hear(base, member, runOf(turn), {
      until: (so) => callsHeard(so).some(({ state }) => state === 'waiting'),
    });
    const call = events.flatMap(({ data }) => (data.type === 'tool' ? [data.call] : [])).at(-1);
    if (call !== undefined) await answer(member, call, true);
    const heard = await reading;
    expect(heard.text).toBe('Let me see.\n\nI was told: 42');
    expect(
      callsHeard(heard)
        .map(({ state }) => state)
        .at(-1),
    ).toBe('done');
  });

  test('is not called when the person refuses it, and the model is told', async () => {
    const { turn, call } = await askedToAllow();
    await answer(member, call, false);
    const heard = await hear(base, member, runOf(turn));
    expect(heard.text).toMatch(/refused/);
    expect(await listed(turn)).toMatchObject([{ state: 'refused', result: '' }]);
  });

  test('is answered once, with the arguments that the person saw, by that person alone', async () => {
    const { turn, call } = await askedToAllow();
    for (const email of ['owner@pro.example', 'admin@pro.example', 'owner@free.example'])
      expect((await answer(await server.as(email), call, true)).status).toBe(404);
    expect((await answer(member, call, true, '{"expression":"7 * 7"}')).body).toMatchObject({ code: 'conflict' });
    expect(await listed(turn)).toMatchObject([{ state: 'waiting' }]);
    const both = await Promise.all([
      answer(member, call, true),
      answer(member, call, true),
      answer(member, call, false),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await hear(base, member, runOf(turn))).ended).toMatchObject({ status: 'complete' });
  });

  test('waits through the end of its process, and is called once', async () => {
    const { turn, call } = await askedToAllow();
    // The process forgets the run: nothing but the rows is left.
    expect(server.app.runs.liveOf(runOf(turn))).toBeNull();
    const { interruptLapsed } = await import('./repository.ts');
    expect(await server.db.asSystem((trx) => interruptLapsed(trx, { all: true }))).toEqual([]);
    await answer(member, call, true);
    await hear(base, member, runOf(turn));
    expect(await listed(turn)).toMatchObject([{ state: 'done' }]);
  });

  test('lets the answer be stopped, and the next prompt begin', async () => {
    const { turn, call } = await askedToAllow();
    expect((await member.call(stopRun, { params: { run_id: runOf(turn) } })).body).toMatchObject({
      data: { status: 'stopped' },
    });
    expect((await answer(member, call, true)).status).toBe(409);
    expect(await listed(turn)).toMatchObject([{ state: 'refused' }]);
    script = [];
    const next = await prompt(member, turn.dialogue_id, 'Something else.');
    expect((await hear(base, member, runOf(next))).ended).toMatchObject({ status: 'complete' });
  });

  test('is given up where nobody has answered for a day', async () => {
    const { turn } = await askedToAllow();
    await server.db.asSystem((trx) =>
      trx
        .updateTable('runs')
        .set({ waiting_since: new Date(Date.now() - 25 * 3_600_000) })
        .where('id', '=', runOf(turn))
        .execute(),
    );
    const heard = await hear(base, member, runOf(turn));
    expect(heard.ended).toMatchObject({ status: 'stopped' });
    expect(await listed(turn)).toMatchObject([{ state: 'refused' }]);
  }, 15_000);
});

test('a share and an export show the calls as the transcript does, and a share none that came later', async () => {
  await giveTools(server, bot, [builtIn('calculator')]);
  script = [[calculation('6 * 7')]];
  const turn = await ask();
  await hear(base, member, runOf(turn));
  const shared = await member.call(shareDialogue, {
    params: { dialogue_id: turn.dialogue_id },
    body: { scope: 'people', member_ids: [await idOf('Adrian')] },
  });
  const shareId = shared.body.success ? shared.body.data.id : '';
  await hear(base, member, runOf(await prompt(member, turn.dialogue_id, 'Again?')));
  const calls = await listed(turn);
  expect(calls).toHaveLength(2);
  const seenBy = async (email: string) =>
    (await server.as(email)).call(listSharedToolCalls, { params: { share_id: shareId } });
  expect((await seenBy('admin@pro.example')).body).toMatchObject({ data: { items: [calls[0]] } });
  for (const email of ['otp@pro.example', 'owner@free.example']) expect((await seenBy(email)).status).toBe(404);
  const exported = async (format: 'markdown' | 'json') => {
    const { body } = await member.call(exportDialogue, {
      params: { dialogue_id: turn.dialogue_id },
      query: { format },
    });
    return body.success ? body.data.content : '';
  };
  expect((await exported('markdown')).match(/\*\*Tool call: Calculator\*\* · Done/g)).toHaveLength(2);
  expect(JSON.parse(await exported('json'))).toMatchObject({ tool_calls: calls });
});

test('a copy of a share has the calls, the citations and the pictures, also once the original is gone, and counts nowhere', async () => {
  await giveTools(server, bot, [builtIn('calculator')]);
  const { attachment: picture } = await upload(server, member, 'chart.png', makePng(2, 2));
  script = [[calculation('6 * 7')]];
  const turn = await ask();
  await hear(base, member, runOf(turn));
  const citation = {
    number: 1,
    file_id: picture.file_id,
    file_name: 'chart.png',
    position: 1,
    page: null,
    heading: '',
    passage: 'A chart.',
  };
  await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .updateTable('messages')
      .set({ citations: JSON.stringify([citation]) })
      .where('id', '=', turn.answer.id)
      .returning('organization_id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('message_attachments')
      .values({ organization_id, message_id: turn.prompt.id, attachment_id: picture.id, position: 0 })
      .execute();
  });
  const shared = dataOf(
    await member.call(shareDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { scope: 'organization' } }),
  );
  const reader = await server.as('admin@pro.example');
  const copied = async (shareId: string) =>
    dataOf(
      await reader.call(copySharedDialogue, { params: { share_id: shareId }, body: { idempotency_key: randomUUID() } }),
    ).id;
  const copy = await copied(shared.id);
  const again = dataOf(
    await reader.call(shareDialogue, { params: { dialogue_id: copy }, body: { scope: 'organization' } }),
  );
  const second = await copied(again.id);
  const runs = await server.db.asSystem((trx) =>
    trx.selectFrom('runs').where('dialogue_id', 'in', [copy, second]).selectAll().execute(),
  );
  expect(runs).toEqual([]);
  const [original] = await listed(turn);
  await server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
  for (const dialogue_id of [copy, second]) {
    const [answerCopy, promptCopy] = dataOf(await reader.call(listMessages, { params: { dialogue_id } })).items;
    expect(answerCopy).toMatchObject({ has_calls: true, run: null, citations: [citation] });
    expect(promptCopy).toMatchObject({ attachments: [{ id: picture.id, file_id: picture.file_id, kind: 'image' }] });
    const { items } = dataOf(await reader.call(listToolCalls, { params: { dialogue_id } }));
    expect(items).toEqual([{ ...original, id: expect.any(String), answer_id: answerCopy?.id }]);
    expect(
      (
        await server.app.inject({
          url: fillPath(downloadFile.path, { file_id: picture.file_id }),
          headers: reader.headers(),
        })
      ).statusCode,
    ).toBe(200);
    const exported = dataOf(
      await reader.call(exportDialogue, { params: { dialogue_id }, query: { format: 'markdown' } }),
    );
    expect(exported.content).toContain('**Tool call: Calculator** · Done');
    expect((await member.call(listToolCalls, { params: { dialogue_id } })).body).toMatchObject({ data: { items: [] } });
  }
  expect(dataOf(await reader.call(getOwnData)).memberships[0]?.tool_calls).toHaveLength(2);
});

test('each call of the provider is in the ledger once, also where the answer waited between', async () => {
  await giveTools(server, bot, [builtIn('calculator', 'ask')]);
  script = [[calculation('1 + 1')], [calculation('2 + 2')]];
  const { turn, call } = await askedToAllow();
  await answer(member, call, true);
  const second = await hear(base, member, runOf(turn), {
    until: (so) => callsHeard(so).filter(({ state }) => state === 'waiting').length > 0,
  });
  const next = callsHeard(second).find(({ state }) => state === 'waiting');
  if (next !== undefined) await answer(member, next, true);
  await hear(base, member, runOf(turn));
  const calls = await server.db.asSystem((trx) =>
    trx.selectFrom('model_usage').where('run_id', '=', runOf(turn)).select('call').orderBy('call').execute(),
  );
  expect(calls.map((row) => row.call)).toEqual([1, 2, 3]);
});
