import { randomUUID } from 'node:crypto';
import { type Turn, continueAnswer } from '@parlance/shared/contract/api/dialogues';
import { readReasoning, reasoningMaxLength } from '@parlance/shared/contract/api/runs/reasoning';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import type { FastifyInstance } from 'fastify';
import { modelsPlugin } from '../../money/ledger/models.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { buildService } from '../../services/build-service.ts';
import { type HeardAnswer, hear, listen, messages, start, until } from '../../testing/asking.ts';
import { type ScriptedModel, calls, reasons, says, scriptModels, unsays } from '../../testing/scripted-model.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';
import { ruleBookPlugin } from '../governance/rule-book.ts';
import { toolReachPlugin } from '../tools/reach.ts';
import { interruptLapsed } from './repository.ts';
import { runRoutes } from './routes.ts';
import { runsPlugin } from './runs.ts';

let asking: AskingModel;
let model: ScriptedModel;
/** A second service on the same database, which knows the answers from there only. */
let other: FastifyInstance;
/** The addresses of the service that writes, and of the other one. */
let here: string;
let there: string;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', {});
  const { server } = asking;
  model = scriptModels(server.app.models);
  const { db, events, planKeys, storage } = server.app;
  // On a shared database, a start must leave alone what another process is writing.
  const config = { ...server.config, DATABASE_URL: 'postgres://elsewhere' };
  other = await buildService(
    'main',
    { config, db, pool: server.pool, events, planKeys, storage, log: createLog(config, { write: () => undefined }) },
    [modelsPlugin, toolReachPlugin, ruleBookPlugin, runsPlugin, runRoutes],
  );
  here = asking.base;
  there = await listen(other);
});
afterAll(async () => {
  await other.close();
  await asking.close();
});
afterEach(() => model.goOn());

const ask = () => start(asking.member, asking.bot, 'Why?');

async function answerOf(turn: Turn) {
  const found = (await messages(asking.member, turn.dialogue_id)).find(({ id }) => id === turn.answer.id);
  if (found === undefined) throw new Error('The answer is not there.');
  return found;
}

async function reasoningOf(turn: Turn): Promise<string> {
  const { body } = await asking.member.call(readReasoning, { params: { message_id: turn.answer.id } });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data.text;
}

const stored = async (turn: Turn) =>
  (
    await asking.server.pool.query<{ offset: number; text: string }>(
      'select "offset", text from answer_reasoning where answer_id = $1 order by "offset"',
      [turn.answer.id],
    )
  ).rows;

const runRow = async (turn: Turn) => {
  const { rows } = await asking.server.pool.query<{ text_from: number; reasoning_ms: number | null; first_ms: number }>(
    'select text_from, reasoning_ms, first_ms from runs where id = $1',
    [runOf(turn)],
  );
  return rows[0];
};

/** The text and reasoning of a reader, put together as a browser does. */
function seenIn({ events }: HeardAnswer) {
  let [text, from, reasoning, isOver, ms] = ['', 0, '', true, 0];
  for (const { id, data } of events) {
    if (data.type === 'restart') [text, from] = ['', Number(id)];
    if (data.type === 'reasoning')
      [reasoning, isOver, ms] = [reasoning.slice(0, data.from) + data.text, data.is_over, data.ms];
    if (data.type !== 'delta') continue;
    text += data.text;
    // Every id counts; who came back in the middle has less.
    expect(Number(id) - from).toBeGreaterThanOrEqual(text.length);
  }
  return { text, from, reasoning, isOver, ms, place: events.at(-1)?.id ?? '' };
}

const places = [
  ['the process that writes', () => here],
  ['another process', () => there],
] as const;

describe.each(places)('at %s', (_, base) => {
  const read = (turn: Turn, options: Parameters<typeof hear>[3] = {}) =>
    hear(base(), asking.member, runOf(turn), options);

  test('reasoning is streamed apart from the text, with its time, and is over once the model answers', async () => {
    model.say(() => [reasons('Let me '), reasons('think.'), 'hold', says('Because.')]);
    const turn = await ask();
    const reading = read(turn);
    const first = await read(turn, { until: (so) => seenIn(so).reasoning === 'Let me think.' });
    const seen = performance.now();
    expect(seenIn(first)).toMatchObject({ text: '', isOver: false, place: '0' });
    expect(await answerOf(turn)).toMatchObject({ content: '', reasoning_ms: expect.any(Number) });
    expect(await reasoningOf(turn)).toBe('Let me think.');
    const least = Math.floor(performance.now() - seen);
    model.goOn();
    const heard = await reading;
    expect(seenIn(heard)).toMatchObject({ text: 'Because.', reasoning: 'Let me think.', isOver: true, place: '8' });
    const { reasoning_ms: ms } = await answerOf(turn);
    expect(ms).toBeGreaterThanOrEqual(least);
    expect(seenIn(heard).ms).toBe(ms);
    expect(heard.ended).toMatchObject({ status: 'complete' });
    expect(await stored(turn)).toEqual([{ offset: 0, text: 'Let me think.' }]);
  });

  test('who comes back in the middle gets all of the reasoning, and the rest of the text', async () => {
    model.say(() => [reasons('Think.'), says('Be'), 'hold', reasons('Again.'), says('cause.')]);
    const turn = await ask();
    await read(turn, { until: ({ text }) => text === 'Be' });
    const reading = read(turn, { lastEventId: '2' });
    const again = await read(turn, { lastEventId: '2', until: (so) => seenIn(so).isOver && so.events.length > 0 });
    expect(seenIn(again)).toMatchObject({ text: '', reasoning: 'Think.' });
    model.goOn();
    expect(seenIn(await reading)).toMatchObject({ text: 'cause.', reasoning: 'Think.\n\nAgain.', isOver: true });
    const late = await read(turn, { lastEventId: '5' });
    expect(seenIn(late)).toMatchObject({ text: 'se.', reasoning: 'Think.\n\nAgain.', isOver: true });
    expect(late.events.filter(({ data }) => data.type === 'reasoning')).toMatchObject([{ data: { from: 0 } }]);
  });

  test('text that turns out to be reasoning begins anew, for who reads on and who comes back before, at and behind it', async () => {
    model.say(() => [
      says('The user asks.'),
      'hold',
      unsays,
      reasons('The user asks.'),
      says('Because'),
      'hold',
      says('.'),
    ]);
    const turn = await ask();
    const reading = read(turn);
    const broken = await read(turn, { until: ({ text }) => text === 'The user asks.' });
    expect(await answerOf(turn)).toMatchObject({ content: 'The user asks.' });
    model.goOn();
    await until(async () => (await answerOf(turn)).content === 'Because');
    const under = await answerOf(turn);
    expect(under).toMatchObject({ run: { text_from: 14 }, reasoning_ms: expect.any(Number) });
    const place = String(14 + under.content.length);
    const resumed = ['0', '5', seenIn(broken).place, place].map((lastEventId) => read(turn, { lastEventId }));
    await until(async () => model.questions.length > 0);
    model.goOn();
    const expected = { from: 14, text: 'Because.', reasoning: 'The user asks.', isOver: true, place: '22' };
    expect(seenIn(await reading)).toMatchObject(expected);
    const [begin, before, at, behind] = (await Promise.all(resumed)).map(seenIn);
    for (const seen of [begin, before, at]) expect(seen).toMatchObject(expected);
    expect(behind).toMatchObject({ from: 0, text: '.', reasoning: 'The user asks.' });
    // After the end too, from every place.
    for (const lastEventId of ['0', '14']) expect(seenIn(await read(turn, { lastEventId }))).toMatchObject(expected);
    expect(seenIn(await read(turn, { lastEventId: '20' }))).toMatchObject({ from: 0, text: 'e.' });
    expect((await answerOf(turn)).content).toBe('Because.');
    expect((await answerOf(turn)).run).not.toHaveProperty('text_from');
  });

  test('in the second round of tools only what was said in it begins anew', async () => {
    await giveTools(asking.server, asking.bot, [builtIn('calculator')]);
    model.say((round) =>
      round === 0
        ? [reasons('A sum.'), says('Let me see.'), calls('calculator_calculate', { expression: '6 * 7' })]
        : [says('It gave 42.'), 'hold', unsays, reasons('It gave 42.'), says('It is 42.')],
    );
    const turn = await ask();
    const reading = read(turn);
    const shown = 'Let me see.\n\nIt gave 42.';
    await read(turn, { until: ({ text }) => text === shown });
    model.goOn();
    const heard = seenIn(await reading);
    expect(heard).toMatchObject({ from: shown.length, reasoning: 'A sum.\n\nIt gave 42.', isOver: true });
    expect(heard.text).toBe('Let me see.\n\nIt is 42.');
    expect(await answerOf(turn)).toMatchObject({ content: heard.text });
    await giveTools(asking.server, asking.bot, []);
  });

  test('an answer that waits for its person keeps its reasoning, time and place, and goes on with them', async () => {
    await giveTools(asking.server, asking.bot, [builtIn('calculator', 'ask')]);
    model.say((round) =>
      round === 0
        ? [
            says('A sum.'),
            unsays,
            reasons('A sum.'),
            says('Let me see.'),
            calls('calculator_calculate', { expression: '1 + 1' }),
          ]
        : [reasons('It gave 2.'), says('It is 2.')],
    );
    const turn = await ask();
    const reading = read(turn);
    const waiting = await read(turn, {
      until: ({ events }) => events.some(({ data }) => data.type === 'tool' && data.call.state === 'waiting'),
    });
    const seen = seenIn(waiting);
    expect(seen).toMatchObject({ text: 'Let me see.', reasoning: 'A sum.', isOver: true });
    const kept = await runRow(turn);
    expect(kept?.reasoning_ms).toEqual(expect.any(Number));
    expect(await answerOf(turn)).toMatchObject({ content: 'Let me see.', reasoning_ms: kept?.reasoning_ms });
    expect(await reasoningOf(turn)).toBe('A sum.');
    const { body } = await asking.member.call(listToolCalls, { params: { dialogue_id: turn.dialogue_id } });
    const call = body.success ? body.data.items[0] : undefined;
    await asking.member.call(answerToolCall, {
      params: { call_id: call?.id ?? '' },
      body: { allow: true, arguments: call?.arguments ?? '' },
    });
    const heard = seenIn(await reading);
    expect(heard).toMatchObject({ reasoning: 'A sum.\n\nIt gave 2.', text: 'Let me see.\n\nIt is 2.', isOver: true });
    expect(seenIn(await read(turn, { lastEventId: seen.place })).text).toBe('\n\nIt is 2.');
    expect(await stored(turn)).toEqual([{ offset: 0, text: 'A sum.\n\nIt gave 2.' }]);
    expect((await answerOf(turn)).reasoning_ms).toBeGreaterThanOrEqual(kept?.reasoning_ms ?? 0);
    expect((await runRow(turn))?.text_from).toBe(kept?.text_from);
    await giveTools(asking.server, asking.bot, []);
  });

  test('a model that is stopped while it reasons leaves its reasoning, and no text', async () => {
    model.say(() => [reasons('Endlessly …'), 'hold']);
    const turn = await ask();
    const reading = read(turn);
    await read(turn, { until: (so) => seenIn(so).reasoning !== '' });
    const seen = performance.now();
    await until(() => performance.now() - seen > 20);
    await asking.member.call(stopRun, { params: { run_id: runOf(turn) } });
    expect(seenIn(await reading)).toMatchObject({ text: '', reasoning: 'Endlessly …', isOver: true });
    expect(await answerOf(turn)).toMatchObject({
      content: '',
      reasoning_ms: expect.any(Number),
      run: { status: 'stopped' },
    });
    expect((await answerOf(turn)).reasoning_ms).toBeGreaterThanOrEqual(20);
    expect(await reasoningOf(turn)).toBe('Endlessly …');
    expect((await runRow(turn))?.first_ms).toBeNull();
  });
});

test('an answer whose process died keeps the pieces of its reasoning and the text behind a restart, and is continued from that', async () => {
  model.say(() => [
    says('Reasoned.'),
    'hold',
    unsays,
    reasons('Reasoned.'),
    'hold',
    reasons(' More.'),
    says('Said'),
    'hold',
  ]);
  const turn = await ask();
  const { pool, db } = asking.server;
  const isStored = async (place: number) =>
    (await pool.query('select from run_deltas where run_id = $1 and "offset" = $2', [runOf(turn), place])).rowCount ===
    1;
  await until(() => isStored(0));
  model.goOn();
  await until(async () => (await stored(turn)).length === 1);
  model.goOn();
  await until(() => isStored(9));
  await until(async () => (await stored(turn)).at(-1)?.text === '');
  // Its time is known to nobody, as with a process of the release before.
  await pool.query(`update runs set reasoning_ms = null, lease_until = now() - interval '1 second' where id = $1`, [
    runOf(turn),
  ]);
  expect(await db.asSystem((trx) => interruptLapsed(trx))).toEqual([runOf(turn)]);
  await asking.server.app.runs.ended(runOf(turn));
  expect(await answerOf(turn)).toMatchObject({ content: 'Said', reasoning_ms: 0, run: { status: 'interrupted' } });
  expect((await stored(turn)).length).toBeGreaterThan(1);
  expect(await reasoningOf(turn)).toBe('Reasoned. More.');
  for (const base of [here, there])
    expect(seenIn(await hear(base, asking.member, runOf(turn)))).toMatchObject({
      ...{ from: 9, text: 'Said', reasoning: 'Reasoned. More.', isOver: true },
    });
  model.say(() => [reasons('Further.'), says(' more.')]);
  const { body } = await asking.member.call(continueAnswer, {
    params: { message_id: turn.answer.id },
    body: { idempotency_key: randomUUID() },
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  await asking.server.app.runs.ended(runOf(body.data));
  expect(await answerOf(body.data)).toMatchObject({ content: 'Said more.', reasoning_ms: expect.any(Number) });
  expect(await reasoningOf(body.data)).toBe('Further.');
});

test('what is not stored yet is read from the process that writes it, also where the text has begun anew', async () => {
  model.say(() => [says('The user asks.'), 'hold', unsays, reasons('The user asks.'), says('Yes'), 'hold', says('.')]);
  const turn = await ask();
  const { pool } = asking.server;
  const deltas = async () => (await pool.query('select from run_deltas where run_id = $1', [runOf(turn)])).rowCount;
  await until(async () => (await deltas()) === 1);
  await pool.query(
    `create function unstorable() returns trigger language plpgsql as $$ begin raise exception 'No room.'; end $$`,
  );
  await pool.query(
    'create trigger unstorable before insert on answer_reasoning for each row execute function unstorable()',
  );
  model.goOn();
  await until(async () => (await answerOf(turn)).content === 'Yes');
  expect(await answerOf(turn)).toMatchObject({ run: { text_from: 14 }, reasoning_ms: expect.any(Number) });
  expect(await stored(turn)).toEqual([]);
  expect(await reasoningOf(turn)).toBe('The user asks.');
  await pool.query('drop function unstorable cascade');
  model.goOn();
  expect(seenIn(await hear(there, asking.member, runOf(turn)))).toMatchObject({
    ...{ from: 14, text: 'Yes.', reasoning: 'The user asks.' },
  });
});

test('the time of text that was none counts from the call of the model that said it', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator')]);
  model.say((round) =>
    round === 0
      ? [says('Let me see.'), 'hold', calls('calculator_calculate', { expression: '6 * 7' })]
      : [says('It is 42.'), unsays, reasons('It is 42.'), says('So 42.')],
  );
  const turn = await ask();
  const seen = performance.now();
  await until(() => performance.now() - seen > 150);
  const begun = performance.now();
  model.goOn();
  await asking.server.app.runs.ended(runOf(turn));
  expect((await answerOf(turn)).reasoning_ms).toBeLessThanOrEqual(Math.ceil(performance.now() - begun));
  await giveTools(asking.server, asking.bot, []);
});

test('only so much of it is kept, and the answer comes all the same', async () => {
  model.say(() => [reasons('a'.repeat(reasoningMaxLength - 2)), reasons('bcde'), reasons('f'), says('So.')]);
  const turn = await ask();
  expect(await hear(here, asking.member, runOf(turn))).toMatchObject({ text: 'So.', ended: { status: 'complete' } });
  const text = await reasoningOf(turn);
  expect([text.length, text.slice(-3)]).toEqual([reasoningMaxLength, 'abc']);
});

test('space alone is no reasoning, and an answer without any says nothing of it', async () => {
  model.say(() => [reasons('\n\n'), says('Because.')]);
  const turn = await ask();
  const heard = await hear(here, asking.member, runOf(turn));
  expect(heard.events.map(({ data }) => data.type)).toEqual(['delta', 'ended']);
  expect(await answerOf(turn)).not.toHaveProperty('reasoning_ms');
  expect([await stored(turn), (await runRow(turn))?.reasoning_ms]).toEqual([[], null]);
  expect(await reasoningOf(turn)).toBe('');
});

test('the first word of an answer is its first text, however long its model reasoned or what it took back', async () => {
  model.say(() => [reasons('Think.'), 'hold', says('No.'), unsays, reasons('No.'), 'hold', says('Yes.')]);
  const turn = await ask();
  await model.held();
  await until(async () => (await reasoningOf(turn)) === 'Think.');
  const heard = performance.now();
  model.goOn();
  await model.held();
  await until(async () => (await reasoningOf(turn)) === 'Think.\n\nNo.');
  await new Promise((resolve) => setTimeout(resolve, 60));
  const least = Math.floor(performance.now() - heard);
  model.goOn();
  await asking.server.app.runs.ended(runOf(turn));
  expect((await runRow(turn))?.first_ms).toBeGreaterThanOrEqual(least);
});

test('the reasoning is its member’s alone: to others it is not there, nor is that of a prompt', async () => {
  model.say(() => [reasons('Think.'), says('Because.')]);
  const turn = await ask();
  await asking.server.app.runs.ended(runOf(turn));
  const statusFor = async (email: string, id: string) =>
    (await (await asking.server.as(email)).call(readReasoning, { params: { message_id: id } })).status;
  expect(await statusFor('member@pro.example', turn.answer.id)).toBe(200);
  for (const email of ['owner@pro.example', 'owner@team.example'])
    expect(await statusFor(email, turn.answer.id)).toBe(404);
  expect(await statusFor('member@pro.example', turn.prompt.id)).toBe(404);
  await asking.server.pool.query('update dialogues set deleted_at = now() where id = $1', [turn.dialogue_id]);
  expect(await statusFor('member@pro.example', turn.answer.id)).toBe(404);
});
