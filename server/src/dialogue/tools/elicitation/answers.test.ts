import { randomUUID } from 'node:crypto';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { type ToolCall, listToolCalls } from '@parlance/shared/contract/api/tools';
import {
  answerElicitation,
  type ElicitationAnswer,
  elicitationsAtMost,
} from '@parlance/shared/contract/api/tools/elicitations';
import type { FastifyInstance } from 'fastify';
import { modelsPlugin } from '../../../money/ledger/models.ts';
import { createLog } from '../../../platform/telemetry/log.ts';
import { buildService } from '../../../services/build-service.ts';
import { type AskingMcpServer, startAskingMcpServer } from '../../../testing/asking-mcp-server.ts';
import { botNamed, hear, listen, start, until } from '../../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../../testing/test-app.ts';
import { giveTools, makeTool } from '../../../testing/tools.ts';
import { ruleBookPlugin } from '../../governance/rule-book.ts';
import { runRoutes } from '../../runs/routes.ts';
import { runsPlugin } from '../../runs/runs.ts';
import { endCalls } from '../calls.ts';
import { toolReachPlugin } from '../reach.ts';
import { CallQuestions, type TextFilter } from './call-questions.ts';
import { elicitationsIn } from './store.ts';

jest.setTimeout(60_000);

const form = {
  message: 'Which room?',
  requestedSchema: {
    type: 'object',
    properties: { room: { type: 'string', enum: ['A', 'B'] }, people: { type: 'integer', minimum: 1 } },
    required: ['room'],
  },
};
/** The parameters of the questions that the answer's call asks. */
let params: object;
let model: ModelServer;
let asking: AskingMcpServer;
let server: TestServer;
/** Another process on the same database, which makes no calls. */
let other: FastifyInstance;
let base: string;
let otherBase: string;
let member: Client;
let colleague: Client;
let bot: string;

beforeAll(async () => {
  model = await startModelServer({
    calls: ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? [] : [{ name: 'Rooms_ask', arguments: JSON.stringify({ params }) }],
    answer: ({ messages }) => [
      messages.at(-1)?.role === 'tool' ? `I was told: ${String(messages.at(-1)?.content)}` : 'See.',
    ],
  });
  asking = await startAskingMcpServer();
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    OUTGOING_ALLOWED_HOSTS: asking.host,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  const { db, events, planKeys, storage } = server.app;
  const config = { ...server.config, DATABASE_URL: 'postgres://elsewhere' };
  const log = createLog(config, { write: () => undefined });
  const deps = { config, db, pool: server.pool, events, planKeys, storage, log };
  other = await buildService('main', deps, [modelsPlugin, toolReachPlugin, ruleBookPlugin, runsPlugin, runRoutes]);
  base = await listen(server.app);
  otherBase = await listen(other);
  member = await server.as('member@pro.example');
  colleague = await server.as('owner@pro.example');
  bot = await botNamed(member, 'House Guide');
  const tool = await makeTool(colleague, {
    name: 'Rooms',
    settings: { kind: 'mcp', server: { transport: 'http', url: asking.url } },
  });
  await giveTools(server, bot, [{ tool_id: tool.id, permission: 'always', functions: {} }]);
});
afterAll(async () => {
  await other.close();
  await server.close();
  await asking.close();
  await model.close();
});
beforeEach(() => {
  params = form;
  asking.answers.length = 0;
});

const lastCall = (events: readonly { data: { type: string } }[]): ToolCall | undefined =>
  events.flatMap(({ data }) => (data.type === 'tool' ? [(data as unknown as { call: ToolCall }).call] : [])).at(-1);

/** Asks, and resolves when a reader of the process at an address is told of the question. */
async function askedAt(address = base, client = member) {
  const turn = await start(client, bot, 'Book a room; it is paid at https://shop.example/pay.');
  const runId = turn.answer.run?.id ?? '';
  const heard = await hear(address, client, runId, {
    until: ({ events }) => (lastCall(events)?.elicitations ?? []).some(({ state }) => state === 'waiting'),
  });
  const call = lastCall(heard.events);
  const question = call?.elicitations?.at(-1);
  if (call === undefined || question === undefined) throw new Error('No question was asked.');
  return { runId, dialogueId: turn.dialogue_id, call, question };
}
const reply = async (id: string, body: ElicitationAnswer, client = member) => {
  const { body: said } = await client.call(answerElicitation, { params: { elicitation_id: id }, body });
  return said.success ? 'taken' : said;
};
const ended = async (runId: string, address = base) => {
  const { events, text } = await hear(address, member, runId);
  return { text, call: lastCall(events) };
};
const storedCalls = async (dialogueId: string) => {
  const { body } = await member.call(listToolCalls, { params: { dialogue_id: dialogueId } });
  return body.success ? body.data.items : [];
};
const rows = async (id: string) =>
  (
    await server.pool.query<{ state: string; sealed: string | null }>(
      'select state, sealed from elicitations where id = $1',
      [id],
    )
  ).rows[0];

test('what a person enters reaches the server of the call, and is kept nowhere', async () => {
  const { runId, dialogueId, call, question } = await askedAt();
  expect(call.state).toBe('running');
  expect(question).toEqual({
    id: expect.any(String),
    state: 'waiting',
    message: 'Which room?',
    asked: {
      type: 'form',
      fields: [
        {
          type: 'choice',
          name: 'room',
          title: 'room',
          description: '',
          is_required: true,
          options: [
            { value: 'A', title: 'A' },
            { value: 'B', title: 'B' },
          ],
        },
        {
          type: 'number',
          name: 'people',
          title: 'people',
          description: '',
          is_required: false,
          is_integer: true,
          minimum: 1,
        },
      ],
    },
  });
  expect(await storedCalls(dialogueId)).toMatchObject([{ elicitations: [question] }]);
  expect(await reply(question.id, { action: 'accept', content: { room: 'B', people: 3 } })).toBe('taken');
  const { text, call: done } = await ended(runId);
  expect(asking.answers).toEqual([{ action: 'accept', content: { room: 'B', people: 3 } }]);
  expect(text).toContain('I was told: {"action":"accept","content":{"room":"B","people":3}}');
  const answered = [{ id: question.id, state: 'accepted', message: 'Which room?' }];
  expect(done).toMatchObject({ state: 'done', elicitations: answered });
  expect((await storedCalls(dialogueId)).map(({ elicitations }) => elicitations)).toEqual([answered]);
  expect(await rows(question.id)).toEqual({ state: 'accepted', sealed: null });
});

test.each([
  [{ action: 'decline' }, 'declined'],
  [{ action: 'cancel' }, 'cancelled'],
] as const)('the server hears %j', async (answer, state) => {
  const { runId, question } = await askedAt();
  expect(await reply(question.id, answer)).toBe('taken');
  expect((await ended(runId)).call).toMatchObject({ elicitations: [{ state }] });
  expect(asking.answers).toEqual([answer]);
});

test('what is not as the server asks is refused by its fields, and can be corrected', async () => {
  const { runId, question } = await askedAt();
  expect(await reply(question.id, { action: 'accept', content: { room: 'C', people: 0.5, more: true } })).toMatchObject(
    {
      code: 'validation_failed',
      issues: [
        { path: 'content.room', message: 'no-option' },
        { path: 'content.people', message: 'no-integer' },
        { path: 'content.more', message: 'unknown' },
      ],
    },
  );
  expect(await reply(question.id, { action: 'accept', content: { room: 'A' } })).toBe('taken');
  await ended(runId);
  expect(asking.answers).toEqual([{ action: 'accept', content: { room: 'A' } }]);
});

test('nobody but its person answers, once, and while the call is made', async () => {
  const { runId, question } = await askedAt();
  const accept = { action: 'accept', content: { room: 'A' } } as const;
  expect(await reply(question.id, accept, colleague)).toMatchObject({ code: 'not_found' });
  expect(await reply(question.id, accept, await server.as('owner@team.example'))).toMatchObject({ code: 'not_found' });
  expect(await reply(randomUUID(), accept)).toMatchObject({ code: 'not_found' });
  const both = await Promise.all([reply(question.id, accept), reply(question.id, { action: 'decline' })]);
  expect(both).toEqual(expect.arrayContaining(['taken', expect.objectContaining({ code: 'conflict' })]));
  await ended(runId);
  expect(await reply(question.id, accept)).toMatchObject({ code: 'conflict' });
  expect(asking.answers).toHaveLength(1);
});

test('an answer that is stopped asks no more', async () => {
  const { runId, dialogueId, question } = await askedAt();
  await member.call(stopRun, { params: { run_id: runId } });
  await ended(runId);
  expect(await reply(question.id, { action: 'decline' })).toMatchObject({ code: 'conflict' });
  expect(await storedCalls(dialogueId)).toMatchObject([
    { state: 'failed', elicitations: [{ state: 'cancelled', message: 'Which room?' }] },
  ]);
  expect(await rows(question.id)).toEqual({ state: 'cancelled', sealed: null });
});

test('readers of another process see the question and its end', async () => {
  const { runId, question } = await askedAt(otherBase);
  expect(await reply(question.id, { action: 'decline' })).toBe('taken');
  expect((await ended(runId, otherBase)).call).toMatchObject({ state: 'done', elicitations: [{ state: 'declined' }] });
});

test('an answer whose event was lost is found all the same', async () => {
  const { runId, question } = await askedAt();
  await server.pool.query(`update elicitations set state = 'declined' where id = $1`, [question.id]);
  await ended(runId);
  expect(asking.answers).toEqual([{ action: 'decline' }]);
});

test('a question in a call that no process makes any more waits for nobody', async () => {
  const { runId, dialogueId, question } = await askedAt();
  // As the sweep leaves what a killed process has begun.
  await server.db.asSystem((trx) => endCalls(trx, [runId]));
  expect(await rows(question.id)).toEqual({ state: 'cancelled', sealed: null });
  expect((await storedCalls(dialogueId)).map(({ elicitations }) => elicitations)).toEqual([
    [{ id: question.id, state: 'cancelled', message: 'Which room?' }],
  ]);
  expect(await reply(question.id, { action: 'decline' })).toMatchObject({ code: 'conflict' });
  await member.call(stopRun, { params: { run_id: runId } });
});

test('a page is opened with a press, and no content', async () => {
  params = { mode: 'url', message: 'Pay first.', url: 'https://shop.example/pay', elicitationId: 'p1' };
  const { runId, question } = await askedAt();
  expect(question.asked).toEqual({ type: 'page', address: 'https://shop.example/pay', is_awaited: false });
  expect(await reply(question.id, { action: 'accept', content: { a: 1 } })).toMatchObject({
    code: 'validation_failed',
  });
  expect(await reply(question.id, { action: 'accept', content: {} })).toBe('taken');
  await ended(runId);
  expect(asking.answers).toEqual([{ action: 'accept' }]);
});

test('what is asked is shown while it waits in a call that is made, and not afterwards', () => {
  const asked = { type: 'form' as const, fields: [] };
  const stored = (['waiting', 'accepted'] as const).map((state) => ({ id: state, state, message: 'x', asked }));
  expect(elicitationsIn(stored, true)).toEqual([
    { id: 'waiting', state: 'waiting', message: 'x', asked },
    { id: 'accepted', state: 'accepted', message: 'x' },
  ]);
  expect(elicitationsIn(stored, false).map(({ state, ...rest }) => [state, 'asked' in rest])).toEqual([
    ['cancelled', false],
    ['accepted', false],
  ]);
});

describe('the questions of one call', () => {
  /** A call that is made, and what its questions need. */
  async function callOf(answerWithinMs: number, material: TextFilter | null = null) {
    const { runId, call, question } = await askedAt();
    const { db, toolReach } = server.app;
    const { organization_id: organizationId } = (
      await server.pool.query<{ organization_id: string }>('select organization_id from tool_calls where id = $1', [
        call.id,
      ])
    ).rows[0] ?? { organization_id: '' };
    const answer = { db, desk: toolReach.desk, organizationId, material, isUnanswered: false, answerWithinMs };
    const end = async () => {
      await reply(question.id, { action: 'decline' });
      await ended(runId);
    };
    return { questions: () => new CallQuestions(answer, call.id), callId: call.id, end };
  }
  const code = { name: 'code', title: 'Code', description: '', is_required: false };
  const form = { type: 'form' as const, fields: [{ type: 'text' as const, ...code }] };
  const asked = { message: 'Well?', asked: { type: 'form' as const, fields: [] } };
  const never = new AbortController().signal;

  test('are cancelled if nobody answers in time, and the next ones of the answer are not asked', async () => {
    const { questions, callId, end } = await callOf(50);
    expect(await questions().ask(asked, never)).toEqual({ action: 'cancel' });
    expect(await questions().ask(asked, never)).toEqual({ action: 'cancel' });
    const { rows: stored } = await server.pool.query(
      'select state from elicitations where call_id = $1 order by created_at',
      [callId],
    );
    expect(stored).toEqual([{ state: 'waiting' }, { state: 'cancelled' }]);
    await end();
  });

  test('pass the rules for results, and their answers those for arguments', async () => {
    const { questions, callId, end } = await callOf(60_000, {
      inText: (text: string) => text.replace('Well', '•••'),
      inArguments: (text: string) => text.replace('4711', '••••'),
    });
    const answered = questions().ask({ message: 'Well?', asked: form }, never);
    const find = async () =>
      (
        await server.pool.query<{ id: string; message: string }>(
          'select id, message from elicitations where call_id = $1 order by created_at desc limit 1',
          [callId],
        )
      ).rows[0];
    await until(async () => (await find())?.message === '•••?');
    expect(await reply((await find())?.id ?? '', { action: 'accept', content: { code: '4711' } })).toBe('taken');
    expect(await answered).toEqual({ action: 'accept', content: { code: '••••' } });
    await end();
  });

  test('that are answered in the last moment are', async () => {
    const { questions, callId, end } = await callOf(60_000);
    const stop = new AbortController();
    const answered = questions().ask(asked, stop.signal);
    await until(
      async () =>
        (
          await server.pool.query(
            `update elicitations set state = 'declined' where call_id = $1 and message = 'Well?' and state = 'waiting'`,
            [callId],
          )
        ).rowCount === 1,
    );
    stop.abort(new Error('stopped'));
    expect(await answered).toEqual({ action: 'decline' });
    await end();
  });

  test('are not asked when the call is over', async () => {
    const { questions, callId, end } = await callOf(60_000);
    await expect(questions().ask(asked, AbortSignal.abort(new Error('over')))).rejects.toThrow('over');
    const { rows: stored } = await server.pool.query('select state from elicitations where call_id = $1', [callId]);
    expect(stored).toEqual([{ state: 'waiting' }]);
    await end();
  });

  test('are bounded in number', async () => {
    const { questions, callId, end } = await callOf(60_000);
    const ofCall = questions();
    const stop = new AbortController();
    const all = Array.from({ length: elicitationsAtMost + 5 }, () => ofCall.ask(asked, stop.signal));
    const settled = Promise.allSettled(all);
    const count = async () =>
      (
        await server.pool.query<{ n: number }>('select count(*)::integer as n from elicitations where call_id = $1', [
          callId,
        ])
      ).rows[0]?.n;
    // One more was asked by the call itself.
    await until(async () => (await count()) === elicitationsAtMost + 1);
    expect(await Promise.all(all.slice(elicitationsAtMost))).toEqual(Array(5).fill({ action: 'cancel' }));
    stop.abort(new Error('stopped'));
    await settled;
    expect(await count()).toBe(elicitationsAtMost + 1);
    await end();
  });
});
