import { type RunEvent, stopRun } from '@parlance/shared/contract/api/runs/runs';
import { botNamed, messages, prompt, start, until } from '../../testing/asking.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { runOf, startAskingModel } from '../../testing/start-asking.ts';
import { statementsOf } from '../../testing/statements.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { FollowedAnswers } from './followed-answers.ts';
import { followHere } from './reader.ts';
import { interruptLapsed } from './repository.ts';
import { Runner } from './runner.ts';

let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ model, server, member, bot, close } = await startAskingModel('Blank Sheet', { answer: () => ['One', ' two.'] }));
  // The rules of an organisation are read with the first prompt after they have changed, and kept.
  await server.app.runs.ended(runOf(await start(member, bot, 'Hello.')));
});
afterAll(() => close());
afterEach(() => model.setFault(null));

type Turn = Awaited<ReturnType<typeof start>>;

/** Returns the database statements between a prompt and the call of its model, by their first words. */
async function askedBefore(ask: () => Promise<Turn>): Promise<{ turn: Turn; asked: string[] }> {
  const heard = model.requests.length;
  model.setFault({ kind: 'hang' }, 1);
  const { result: turn, statements } = await statementsOf(async () => {
    const made = await ask();
    await until(() => model.requests.length > heard);
    return made;
  });
  return { turn, asked: statements.map((text) => text.trim().split(/\s+/).slice(0, 2).join(' ').toLowerCase()) };
}

async function end(turn: Turn): Promise<void> {
  await member.call(stopRun, { params: { run_id: runOf(turn) } });
  await server.app.runs.ended(runOf(turn));
}

test('a first prompt reaches its model after three round trips: who asks, and one transaction of a single statement', async () => {
  const { turn, asked } = await askedBefore(() => start(member, bot, 'How are you?'));
  expect(asked).toEqual(['select /*', 'with asked', 'commit']);
  await end(turn);
});

test('a further prompt reaches it after eight, the dialogue before it among them', async () => {
  const first = await start(member, bot, 'How are you?');
  await server.app.runs.ended(runOf(first));
  const { turn, asked } = await askedBefore(() => prompt(member, first.dialogue_id, 'And now?'));
  expect(asked).toHaveLength(8);
  expect(model.requests.at(-1)?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  await end(turn);
});

test('a prompt to a bot with files has them searched before its model hears of it', async () => {
  const { turn } = await askedBefore(async () =>
    start(member, await botNamed(member, 'House Guide'), 'When is the building open?'),
  );
  expect(JSON.stringify(model.requests.at(-1)?.body.messages)).toContain('<source number=');
  await end(turn);
});

test('who reads an answer that is written here asks the database for nothing', async () => {
  const { turn } = await askedBefore(() => start(member, bot, 'How are you?'));
  const [whose] = await server.db.asSystem((trx) =>
    trx
      .selectFrom('runs')
      .where('id', '=', runOf(turn))
      .select(['organization_id as organizationId', 'member_id as memberId'])
      .execute(),
  );
  if (whose === undefined) throw new Error('A run that was just made is not there.');
  const { statements } = await statementsOf(() =>
    server.app.runs.follow(whose, runOf(turn), 0, new AbortController().signal),
  );
  expect(statements).toEqual([]);
  await end(turn);
});

/** The row of a bot without tools whose answer has no beginning yet. */
const published = {
  dialogue_id: '',
  definition: null,
  is_unattended: false,
  reads_whole: false,
  part_notes: null,
  tools: [],
  tool_steps: 10,
  temperature: null,
  max_output_tokens: null,
  reasoning_effort: null,
  begun_length: null,
  text_from: 0,
  reasoning: null,
  reasoning_ms: null,
  first_ms: null,
  input_tokens: null,
  output_tokens: null,
  governance_version: 0,
  models_denied: [],
  token_limit: null,
  reserved_tokens: 0,
};

/** Stores a run that nobody writes, as its transaction leaves it, and returns what is known of it. */
async function storedRun() {
  const { turn } = await askedBefore(() => start(member, bot, 'How are you?'));
  await end(turn);
  const id = runOf(turn);
  const stored = () =>
    server.db.asSystem((trx) => trx.selectFrom('runs').where('id', '=', id).selectAll().executeTakeFirstOrThrow());
  const { organization_id: organizationId, prompt_id, member_id, language } = await stored();
  await server.db.asSystem((trx) =>
    trx.updateTable('runs').set({ status: 'running', stop_requested: false }).where('id', '=', id).execute(),
  );
  const begun = {
    prompt_id,
    member_id,
    language,
    begun: '',
    citations: [],
    applied_rules: [],
    bot_id: bot,
    model_id: null,
    month: '2026-11-01',
    ...published,
  };
  return { turn, stored, born: { id, organizationId, begun, question: { instructions: '', content: 'How are you?' } } };
}

test('a model is asked while its turn is being committed, and nobody hears of the answer before that is over', async () => {
  const { turn, born } = await storedRun();
  const commit = Promise.withResolvers<undefined>();
  const heard = model.requests.length;
  const started = server.app.runs.startBorn(born, commit.promise);
  await until(() => model.requests.length > heard);
  expect(server.app.runs.liveOf(born.id)).toBeNull();
  commit.resolve(undefined);
  await started;
  await server.app.runs.ended(born.id);
  expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({
    content: 'One two.',
    run: { status: 'complete' },
  });
});

test('where the commit fails nothing is left of the answer, and nothing is entered for it', async () => {
  const { turn, born, stored } = await storedRun();
  const entered = () =>
    server.db.asSystem((trx) => trx.selectFrom('model_usage').where('run_id', '=', born.id).selectAll().execute());
  const before = await entered();
  const commit = Promise.withResolvers<undefined>();
  const heard = model.requests.length;
  const started = server.app.runs.startBorn(born, commit.promise);
  await until(() => model.requests.length > heard);
  commit.reject(new Error('the database is gone'));
  await started;
  await server.app.runs.ended(born.id);
  expect(server.app.runs.liveOf(born.id)).toBeNull();
  expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({ content: '' });
  expect(await entered()).toEqual(before);
  expect((await stored()).status).toBe('running');
});

test('who reads an answer that could not be stored hears its end from whoever ends it', async () => {
  const { born } = await storedRun();
  const {
    db,
    app,
    pool,
    dependencies: { events, storage },
  } = server;
  const { id: runId } = born;
  await pool.query(
    `create function unstorable() returns trigger language plpgsql as $$ begin raise exception 'No room.'; end $$`,
  );
  await pool.query(
    `create trigger unstorable before update on runs for each row when (old.id = '${runId}' and new.status = 'complete') execute function unstorable()`,
  );
  const runner = new Runner(
    { db, events, models: app.models, storage, tools: app.toolReach, ruleBook: app.ruleBook, log: app.log },
    { tries: 3, pauseMs: 1 },
  );
  await runner.startBorn(born);
  const live = runner.live(runId);
  if (live === undefined) throw new Error('It is not written here.');
  const told: RunEvent[] = [];
  const read = (async () => {
    for await (const { data } of followHere(live, new FollowedAnswers({ db, events }), 0, new AbortController().signal))
      told.push(data);
  })();
  await runner.ended(runId);
  expect(told.map(({ type }) => type)).not.toContain('ended');
  await db.asSystem((trx) => interruptLapsed(trx, { all: true }));
  runner.tell([runId]);
  await read;
  expect(told.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe('One two.');
  expect(told.at(-1)).toEqual({ type: 'ended', status: 'interrupted', error_code: null });
  await pool.query('drop function unstorable cascade');
});

test('a run whose process stops before it begins is left waiting for the next one, with its budget', async () => {
  const { born, stored } = await storedRun();
  await server.app.close();
  const asked = model.requests.length;
  await server.db.asSystem((trx) =>
    trx.updateTable('runs').set({ status: 'running' }).where('id', '=', born.id).execute(),
  );
  await server.app.runs.startBorn(born);
  expect(await stored()).toMatchObject({ status: 'queued', begun_at: null });
  expect(model.requests).toHaveLength(asked);
});
