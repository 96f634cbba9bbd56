import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import {
  type HeardAnswer,
  botNamed,
  hear,
  listen,
  messages,
  prompt,
  seeded,
  start,
  until,
} from '../../testing/asking.ts';
import { type ModelFault, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

/** Long, slow enough to leave in the middle, with every kind of character. */
const tokens = Array.from(
  { length: 60 },
  (_, at) => [` word${at}`, '，中文', ' ไทย', ' 👩‍👩‍👧', '\n', ' [1]'][at % 6] ?? '',
);
const answer = tokens.join('');
const held = 20;
/** What an answer that is held has said. */
const said = tokens.slice(0, held).join('');

let model: ModelServer;
let server: TestServer;
let base: string;
let member: Client;
let bot: string;
beforeAll(async () => {
  model = await startModelServer({ answer: () => tokens, tokenPauseMs: 5 });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', MODEL_API_KEY: 'key' });
  base = await listen(server.app);
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
});
afterAll(async () => {
  await server.close();
  await model.close();
});
afterEach(() => {
  model.setFault(null);
  model.goOn();
});

const runOf = (turn: { answer: { run: { id: string } | null } }) => turn.answer.run?.id ?? '';
const ask = () => start(member, bot, 'When is the building open?');
const deltasLeft = () =>
  server.db.asSystem(async (trx) =>
    Number(
      (
        await trx
          .selectFrom('run_deltas')
          .select((of) => of.fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    ),
  );

/** Every id is the count of UTF-16 code units up to and including its event. */
function checkIds(heard: HeardAnswer, from = 0): void {
  let at = from;
  for (const { id, data } of heard.events) {
    if (data.type === 'delta') at += data.text.length;
    expect(id).toBe(String(at));
  }
}

describe('an answer', () => {
  test('streams in pieces, with its citations, ends, and is still there after a reload', async () => {
    model.hold(held);
    const turn = await ask();
    const reading = hear(base, member, runOf(turn));
    await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
    model.goOn();
    const heard = await reading;
    expect(heard.text).toBe(answer);
    expect(heard.ended).toEqual({ type: 'ended', status: 'complete', error_code: null });
    checkIds(heard);
    const [stored] = await messages(member, turn.dialogue_id);
    expect(stored).toMatchObject({ content: answer, run: { status: 'complete' } });
    expect(stored?.citations).toMatchObject([{ number: 1, heading: 'Opening hours', file_name: 'House guide.md' }]);
    expect(await deltasLeft()).toBe(0);
  });

  test('is read again from its beginning when it has ended', async () => {
    const turn = await ask();
    const live = await hear(base, member, runOf(turn));
    const again = await hear(base, member, runOf(turn));
    expect(again).toMatchObject({ text: answer, ended: live.ended });
    expect(again.events.map(({ data }) => data.type)).toEqual(['delta', 'citations', 'ended']);
    checkIds(again);
  });

  test('is the same for two readers, one of whom comes late', async () => {
    model.hold(held);
    const turn = await ask();
    const first = hear(base, member, runOf(turn));
    await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
    const goOnWhenRead = ({ text }: HeardAnswer) => {
      if (text !== '') model.goOn();
      return false;
    };
    const second = hear(base, member, runOf(turn), { until: goOnWhenRead });
    expect((await first).text).toBe(answer);
    expect((await second).text).toBe(answer);
  });

  test('is identical however often its reader is cut off and comes back', async () => {
    const random = seeded(20_261_120);
    const runs = 12;
    let cuts = 0;
    for (let at = 0; at < runs; at++) {
      const turn = await ask();
      let text = '';
      let place = '';
      for (let ended = false; !ended;) {
        const from = text.length;
        const stopAt = from + 1 + Math.floor(random() * 120);
        const heard = await hear(base, member, runOf(turn), {
          ...(place === '' ? {} : { lastEventId: place }),
          until: (so) => from + so.text.length >= stopAt,
        });
        checkIds(heard, from);
        text += heard.text;
        place = heard.events.at(-1)?.id ?? place;
        ended = heard.ended !== null;
        cuts++;
      }
      expect(text).toBe(answer);
    }
    console.info(`reconnects: 0 of ${runs} answers differ, ${cuts} connections (seed 20261120)`);
  });

  test('takes a Last-Event-ID that is none for the beginning, and one beyond the end for the end', async () => {
    const turn = await ask();
    await hear(base, member, runOf(turn));
    for (const lastEventId of ['x', '-1', '1e3', '99999999999999999999']) {
      expect((await hear(base, member, runOf(turn), { lastEventId })).text).toBe(answer);
    }
    const beyond = await hear(base, member, runOf(turn), { lastEventId: String(answer.length + 7) });
    expect(beyond).toMatchObject({ text: '', ended: { status: 'complete' } });
  });

  test('becomes whole though nobody reads it', async () => {
    model.hold(held);
    const turn = await ask();
    expect((await messages(member, turn.dialogue_id))[0]?.run?.status).toMatch(/queued|running/);
    model.goOn();
    await server.app.runs.ended(runOf(turn));
    expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({
      content: answer,
      run: { status: 'complete' },
    });
  });

  test('that runs shows in the list what is written so far', async () => {
    model.hold(held);
    const turn = await ask();
    await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
    expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({ content: said, run: { status: 'running' } });
    model.goOn();
    await server.app.runs.ended(runOf(turn));
  });

  test('is asked with the turns before it', async () => {
    const turn = await ask();
    await server.app.runs.ended(runOf(turn));
    const second = await prompt(member, turn.dialogue_id, 'And on Sunday?');
    await server.app.runs.ended(runOf(second));
    const roles = model.requests.at(-1)?.body.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user']);
  });
});

describe('stopping', () => {
  test('ends the answer at its model too and keeps what there is; again changes nothing', async () => {
    model.hold(held);
    const turn = await ask();
    await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
    const reading = hear(base, member, runOf(turn));
    const params = { run_id: runOf(turn) };
    expect((await member.call(stopRun, { params })).body).toMatchObject({ data: { status: 'stopped' } });
    const heard = await reading;
    expect(heard.ended).toMatchObject({ status: 'stopped', error_code: null });
    await until(() => model.requests.at(-1)?.aborted === true);
    const [stored] = await messages(member, turn.dialogue_id);
    expect(heard.text).toBe(said);
    expect(stored).toMatchObject({ content: said, run: { status: 'stopped' } });
    expect((await member.call(stopRun, { params })).body).toMatchObject({ data: { status: 'stopped' } });
    expect(await deltasLeft()).toBe(0);
  });

  test('works before the model has said anything', async () => {
    model.setFault({ kind: 'hang' });
    const turn = await ask();
    expect((await member.call(stopRun, { params: { run_id: runOf(turn) } })).body).toMatchObject({
      data: { status: 'stopped' },
    });
    expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({ content: '', run: { status: 'stopped' } });
  });
});

describe('a model that fails', () => {
  const faults: [ModelFault, string][] = [
    [{ kind: 'status', status: 429 }, 'model_rate_limited'],
    [{ kind: 'status', status: 500 }, 'model_unavailable'],
    [{ kind: 'status', status: 400 }, 'model_request_refused'],
    [{ kind: 'status', status: 401 }, 'model_misconfigured'],
    [{ kind: 'status', status: 402 }, 'model_credit_spent'],
    [{ kind: 'cut', afterBytes: 2_000 }, 'model_unavailable'],
    [{ kind: 'malformed', afterTokens: 10 }, 'model_answer_unusable'],
    [{ kind: 'error-event', afterTokens: 10 }, 'model_unavailable'],
    [{ kind: 'filtered', afterTokens: 10 }, 'model_refused'],
    [{ kind: 'endless-line', bytes: 100_000_000 }, 'model_answer_unusable'],
  ];
  test.each(faults)('%j costs neither what it said nor the dialogue', async (fault, code) => {
    model.setFault(fault);
    const turn = await ask();
    const heard = await hear(base, member, runOf(turn));
    expect(heard.ended).toEqual({ type: 'ended', status: 'failed', error_code: code });
    expect(answer.startsWith(heard.text)).toBe(true);
    if ('afterTokens' in fault) expect(heard.text).toBe(tokens.slice(0, fault.afterTokens).join(''));
    expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({
      content: heard.text,
      run: { status: 'failed', error_code: code },
    });
    model.setFault(null);
    const next = await prompt(member, turn.dialogue_id, 'Again, please.');
    expect((await hear(base, member, runOf(next))).text).toBe(answer);
  });
  afterAll(() => console.info(`model faults: 0 of ${faults.length} answered otherwise than in words, 0 exits`));
});
