import { randomUUID } from 'node:crypto';
import type { RunEvent } from '@parlance/shared/contract/api/runs/runs';
import { type Events, createLocalEvents } from '../../platform/db/events.ts';
import { start, until } from '../../testing/asking.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { statementsOf } from '../../testing/statements.ts';
import { FollowedAnswers, grownChannel } from './followed-answers.ts';
import { followStored } from './reader.ts';
import { readStored } from './stored-answers.ts';

const count = 20;

let asking: AskingModel;
let organizationId: string;
const runs: string[] = [];
beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => [' word'] });
  // The answers stay empty: what they grow by is put into the database by the tests.
  asking.model.hold(0);
  for (let at = 0; at < count; at += 1)
    runs.push(runOf(await start(asking.member, asking.bot, 'When is the building open?')));
  const { organization_id } = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('runs')
      .where('id', '=', runs[0] ?? '')
      .select('organization_id')
      .executeTakeFirstOrThrow(),
  );
  organizationId = organization_id;
});
afterAll(() => asking.close());

let events: Events;
let listening: number;
let answers: FollowedAnswers;
let leave: AbortController;
let reading: Promise<void>[];
beforeEach(() => {
  listening = 0;
  const local = createLocalEvents((error) => {
    throw error;
  });
  events = {
    ...local,
    subscribe(...what) {
      listening += 1;
      const unsubscribe = local.subscribe(...what);
      return () => {
        listening -= 1;
        unsubscribe();
      };
    },
  };
  answers = new FollowedAnswers({ db: asking.server.db, events });
  leave = new AbortController();
  reading = [];
});
afterEach(async () => {
  leave.abort();
  await Promise.allSettled(reading);
  await asking.server.pool.query('delete from run_deltas where run_id = any($1)', [runs]);
  await asking.server.pool.query('update runs set text_from = 0, reasoning_ms = null where id = any($1)', [runs]);
  await asking.server.pool.query('delete from answer_reasoning');
});

type Reader = { text: string; reasoning: string; events: RunEvent[]; ids: string[] };

/** Reads until the test is over, or for as long as `take` resolves. */
function read(
  runId: string,
  {
    from = 0,
    of = organizationId,
    take = async () => {},
  }: { from?: number; of?: string; take?: () => Promise<void> } = {},
): Reader {
  const reader: Reader = { text: '', reasoning: '', events: [], ids: [] };
  const work = (async () => {
    for await (const { id, data } of followStored(answers, { organizationId: of, runId, from }, leave.signal)) {
      reader.events.push(data);
      reader.ids.push(id);
      if (data.type === 'restart') reader.text = '';
      if (data.type === 'reasoning') reader.reasoning = reader.reasoning.slice(0, data.from) + data.text;
      if (data.type === 'delta') reader.text += data.text;
      await take();
    }
  })();
  reading.push(work);
  return reader;
}

async function grow(ids: readonly string[], offset: number, text: string): Promise<void> {
  await asking.server.pool.query(
    'insert into run_deltas (organization_id, run_id, "offset", text) select organization_id, id, $2, $3 from runs where id = any($1)',
    [ids, offset, text],
  );
}

const tell = (ids: readonly string[]) => events.publish(grownChannel, ids.join(','));

test('what many growing answers ask of the database does not rise with their readers', async () => {
  const asked = async (readersOfEach: number, offset: number) => {
    const readers = runs.flatMap((id) => Array.from({ length: readersOfEach }, () => read(id, { from: offset })));
    await grow(runs, offset, 'first ');
    tell(runs);
    await until(() => readers.every(({ text }) => text === 'first '));
    await grow(runs, offset + 6, 'second');
    const { statements } = await statementsOf(async () => {
      tell(runs);
      await until(() => readers.every(({ text }) => text === 'first second'));
    });
    return statements.length;
  };
  // No look happens right after a periodic one.
  expect(await asked(1, 0)).toBeLessThanOrEqual(1);
  expect(await asked(5, 12)).toBeLessThanOrEqual(1);
});

async function reason(id: string, offset: number, text: string, ms: number): Promise<void> {
  await asking.server.pool.query('update runs set reasoning_ms = $2 where id = $1', [id, ms]);
  await asking.server.pool.query(
    `insert into answer_reasoning (organization_id, answer_id, "offset", text) select organization_id, answer_id, $2, $3 from runs where id = $1
     on conflict (answer_id, "offset") do update set text = excluded.text`,
    [id, offset, text],
  );
  tell([id]);
}

const restart = (id: string, place: number) =>
  asking.server.pool.query('update runs set text_from = $2 where id = $1', [id, place]);

test('a text that begins anew does so for readers of any place, and who comes later gets the restart or only the rest', async () => {
  const [id = ''] = runs;
  await grow([id], 0, 'reasoned');
  const [first, half] = [read(id), read(id, { from: 4 })];
  await until(() => first.text === 'reasoned' && half.text === 'oned');
  await restart(id, 12);
  await grow([id], 12, 'said ');
  tell([id]);
  await until(() => first.text === 'said ' && half.text === 'said ');
  expect(first.ids).toEqual(['8', '12', '17']);
  await grow([id], 17, 'more');
  tell([id]);
  await until(() => first.text === 'said more');
  const [behind, begin, at] = [read(id, { from: 15 }), read(id), read(id, { from: 12 })];
  await until(() => [begin, at].every(({ text }) => text === 'said more') && behind.text === 'd more');
  for (const { events: heard } of [begin, at]) expect(heard.map(({ type }) => type)).toEqual(['restart', 'delta']);
  expect(behind.events.map(({ type }) => type)).toEqual(['delta']);
});

test('a reader that begins behind a restart does not hide the text from one that begins before it', async () => {
  const [id = ''] = runs;
  await restart(id, 12);
  for (const [at, text] of [
    [0, 'reasoned'],
    [12, 'said '],
    [17, 'more '],
  ] as const)
    await grow([id], at, text);
  const behind = read(id, { from: 20 });
  await until(() => behind.text === 'e ');
  const begin = read(id, { from: 3 });
  await until(() => begin.text === 'said more ');
  await grow([id], 22, 'words');
  tell([id]);
  await until(() => begin.text === 'said more words' && behind.text === 'e words');
});

test('reasoning is told by pieces, and from its beginning to who comes later; an empty piece ends it, and a further one takes it up', async () => {
  const [id = ''] = runs;
  const reader = read(id);
  await reason(id, 0, 'One', 10);
  await until(() => reader.reasoning === 'One');
  await reason(id, 3, '', 20);
  await until(() => reader.events.length === 2);
  const late = read(id, { from: 4 });
  await until(() => late.reasoning === 'One');
  await reason(id, 3, ' two', 30);
  await until(() => reader.reasoning === 'One two' && late.reasoning === 'One two');
  expect(reader.events).toEqual([
    { type: 'reasoning', text: 'One', from: 0, ms: 10, is_over: false },
    { type: 'reasoning', text: '', from: 3, ms: 20, is_over: true },
    { type: 'reasoning', text: ' two', from: 3, ms: 30, is_over: false },
  ]);
  expect(late.events[0]).toEqual({ type: 'reasoning', text: 'One', from: 0, ms: 20, is_over: true });
  expect(late.ids).toEqual(['4', '4']);
});

test('an event that was lost is found by the clock', async () => {
  const reader = read(runs[0] ?? '');
  await until(() => listening === 1);
  await grow(runs.slice(0, 1), 0, 'nobody told');
  await until(() => reader.text === 'nobody told');
});

test('a reader that begins before what others know hears all of it, and one that is slow hears more at once', async () => {
  const [id = ''] = runs;
  await grow([id], 0, 'one ');
  await grow([id], 4, 'two ');
  const late = read(id, { from: 4 });
  await until(() => late.text === 'two ');
  const goOn = Promise.withResolvers<undefined>();
  const slow = read(id, { take: () => goOn.promise });
  await until(() => slow.text === 'one two ');
  for (const [at, text] of ['three ', 'four'].entries()) {
    await grow([id], 8 + at * 6, text);
    tell([id]);
    await until(() => late.text.endsWith(text));
  }
  expect(slow.events).toHaveLength(1);
  goOn.resolve(undefined);
  await until(() => slow.text === 'one two three four');
  expect(slow.events).toHaveLength(2);
  expect(slow.ids).toEqual(['8', '18']);
  expect(late.text).toBe('two three four');
});

test('an answer of another organisation is not there, also while its own readers follow it', async () => {
  const [id = ''] = runs;
  await grow([id], 0, 'secret');
  const own = read(id);
  await until(() => own.text === 'secret');
  const foreign = read(id, { of: randomUUID() });
  await until(() => foreign.events.length > 0);
  expect(foreign.events).toEqual([{ type: 'ended', status: 'stopped', error_code: null }]);
  expect(own.text).toBe('secret');
  expect(
    await asking.server.db.lookUp((lookup) =>
      readStored(lookup, [{ organizationId: randomUUID(), runId: id, from: 0, reasoned: 0 }]),
    ),
  ).toEqual([]);
});

test('where nobody follows an answer nothing is heard or asked, and the next reader begins anew', async () => {
  const [id = ''] = runs;
  const first = read(id);
  const second = read(runs[1] ?? '');
  await grow([id], 0, 'one');
  tell([id]);
  await until(() => first.text === 'one');
  expect(listening).toBe(1);
  leave.abort();
  await Promise.all(reading);
  expect(listening).toBe(0);
  expect(second.events).toEqual([]);
  leave = new AbortController();
  await grow([id], 3, ' two');
  const again = read(id);
  await until(() => again.text === 'one two');
});

test('a database that cannot be asked breaks the readers off, and who comes back goes on', async () => {
  const [id = ''] = runs;
  const goOn = Promise.withResolvers<undefined>();
  const [reader, slow] = [read(id), read(id, { take: () => goOn.promise })];
  const failed = Promise.all(reading.map((work) => expect(work).rejects.toThrow('run_deltas')));
  await grow([id], 0, 'one ');
  tell([id]);
  await until(() => reader.text === 'one ' && slow.text === 'one ');
  await asking.server.pool.query('alter table run_deltas rename to away');
  await expect(reading[0]).rejects.toThrow('run_deltas');
  await asking.server.pool.query('alter table away rename to run_deltas');
  await grow([id], 4, 'two');
  const back = read(id, { from: 4 });
  await until(() => back.text === 'two');
  goOn.resolve(undefined);
  await failed;
});
