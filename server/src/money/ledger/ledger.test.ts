import { getRun, stopRun } from '@parlance/shared/contract/api/runs/runs';
import { hear, listen, seeded, start, until } from '../../testing/asking.ts';
import { howOften } from '../../testing/how-often.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { enterCalls } from './ledger.ts';

const tokens = Array.from({ length: 20 }, (_, at) => ` word${at}`);
/** The bytes the stand-in sends after its last token: the end, the usage, and the end marker. */
const bytesOfAnswer = 4_000;

let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
let close: () => Promise<void>;
beforeAll(async () => {
  const settings = {
    MODEL_NAME: 'large',
    MODEL_INPUT_PRICE: '2.50',
    MODEL_OUTPUT_PRICE: '10',
    MODEL_CACHE_READ_PRICE: '0.25',
    MODEL_CURRENCY: 'EUR',
    MODEL_FALLBACK_NAME: 'small',
  };
  ({ model, server, member, bot, close } = await startAskingModel(
    'House Guide',
    { answer: () => tokens, cachedTokens: 40 },
    settings,
  ));
});
afterAll(() => close());
afterEach(() => model.setFault(null));

const ledger = (runId?: string) =>
  server.db.asSystem((trx) => {
    const all = trx.selectFrom('model_usage').selectAll().orderBy('created_at').orderBy('call');
    return (runId === undefined ? all : all.where('run_id', '=', runId)).execute();
  });
const used = () =>
  server.db.asSystem((trx) => trx.selectFrom('allowance_use').selectAll().orderBy('subject').execute());
const details = async (id: string) => {
  const { body } = await member.call(getRun, { params: { run_id: id } });
  return body.success ? body.data : body;
};

async function answered(): Promise<string> {
  const turn = await start(member, bot, 'When is the building open?');
  const id = runOf(turn);
  await server.app.runs.ended(id);
  return id;
}

test('a whole answer is one row with what its provider counted and what that costs', async () => {
  const id = await answered();
  expect(await ledger(id)).toMatchObject([
    {
      call: 1,
      provider: 'settings',
      model_name: 'large',
      input_tokens: 100,
      output_tokens: 20,
      cache_read_tokens: 40,
      cache_write_tokens: 0,
      is_estimated: false,
      cost_micros: '360',
      currency: 'EUR',
    },
  ]);
  expect(await details(id)).toMatchObject({
    status: 'complete',
    model: { kind: 'language-model', name: 'large' },
    instead_of: null,
    input_tokens: 100,
    output_tokens: 20,
    cost: { micros: 360, currency: 'EUR' },
    first_ms: expect.any(Number),
    total_ms: expect.any(Number),
  });
  expect(
    (await used()).map(({ subject, answers, tokens: sum, reserved_tokens, cost_micros }) => ({
      subject,
      answers,
      sum,
      reserved_tokens,
      cost_micros,
    })),
  ).toEqual(
    ['bot', 'member', 'organization'].map((subject) => ({
      subject,
      answers: 1,
      sum: '120',
      reserved_tokens: '0',
      cost_micros: '360',
    })),
  );
});

test('another model that stands in is named, and so is the one it stands in for', async () => {
  model.setFault({ kind: 'status', status: 404 }, 1);
  const id = await answered();
  expect(await details(id)).toMatchObject({
    status: 'complete',
    model: { name: 'small' },
    instead_of: 'large',
    cost: null,
    input_tokens: 100,
  });
  // The model has no known price, and the one that rejected the call took nothing.
  expect(await ledger(id)).toMatchObject([{ model_name: 'small', cost_micros: null, currency: null }]);
});

test('streams cut at random: what the provider reported is in the ledger to the token, everything else is marked as estimated', async () => {
  const seed = 20_261_121;
  const streams = howOften({ decides: 40, proves: 200 });
  const random = seeded(seed);
  let reported = 0;
  for (let at = 0; at < streams; at++) {
    const first = model.requests.length;
    model.setFault({ kind: 'cut', afterBytes: Math.floor(random() * bytesOfAnswer * 1.2) }, 1);
    const id = await answered();
    const calls = model.requests.slice(first);
    const rows = await ledger(id);
    expect(rows).toHaveLength(calls.length);
    for (const [call, { reported: told }] of calls.entries()) {
      if (told === null) expect(rows[call]).toMatchObject({ is_estimated: true });
      else
        expect(rows[call]).toMatchObject({ is_estimated: false, input_tokens: told.input, output_tokens: told.output });
      if (told !== null) reported++;
    }
  }
  expect(reported).toBeGreaterThan(streams / 10);
  expect(reported).toBeLessThan(streams + streams / 2);
  console.info(
    `ledger: 0 of ${streams} streams cut at random differ from their provider’s count (${reported} reported to the end, seed ${seed})`,
  );
});

test('the sums of the month are those of the rows, and nothing stays reserved', async () => {
  const rows = await ledger();
  const sum = rows.reduce((total, { input_tokens, output_tokens }) => total + input_tokens + output_tokens, 0);
  const cost = rows.reduce((total, { cost_micros }) => total + Number(cost_micros ?? 0), 0);
  for (const row of await used())
    expect(row).toMatchObject({ tokens: String(sum), cost_micros: String(cost), reserved_tokens: '0' });
});

test('an answer that is stopped counts what was said until then, as estimated', async () => {
  model.setFault({ kind: 'stall', afterTokens: 5 });
  const turn = await start(member, bot, 'When is the building open?');
  const id = runOf(turn);
  const base = await listen(server.app);
  await hear(base, member, id, { until: ({ text }) => text.includes('word4') });
  await member.call(stopRun, { params: { run_id: id } });
  await server.app.runs.ended(id);
  expect(await ledger(id)).toMatchObject([{ is_estimated: true, output_tokens: expect.any(Number) }]);
  expect((await ledger(id))[0]?.output_tokens).toBeGreaterThanOrEqual(5);
  // The numbers are not the provider's, so they are not shown here.
  expect(await details(id)).toMatchObject({ status: 'stopped', input_tokens: null, output_tokens: null });
});

test('an answer whose dialogue was taken away meanwhile is in the ledger all the same, once', async () => {
  model.setFault({ kind: 'stall', afterTokens: 5 });
  const asked = model.requests.length;
  const turn = await start(member, bot, 'When is the building open?');
  const id = runOf(turn);
  // The one before stopped after as many tokens: it must be this one's.
  await until(() => model.requests[asked]?.tokensSent === 5);
  await server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
  server.app.runs.halt(id);
  await server.app.runs.ended(id);
  expect(await ledger(id)).toHaveLength(1);
  for (const row of await used()) expect(row.reserved_tokens).toBe('0');
});

test('calls that are entered a second time, after a commit whose answer was lost, are there once', async () => {
  const id = await answered();
  const before = [await ledger(), await used()];
  const { organization_id: organizationId, member_id: memberId } = (await ledger(id))[0] ?? {
    organization_id: '',
    member_id: '',
  };
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  const call = { model: server.app.models.standard, inputTokens: 100, outputTokens: 20, isEstimated: false };
  await server.db.asTenant(organizationId, (trx) =>
    enterCalls(trx, id, { organizationId, memberId: memberId ?? '', botId: bot, month }, [call]),
  );
  expect([await ledger(), await used()]).toEqual(before);
});

test('a row can be neither changed nor deleted by a tenant', async () => {
  const [row] = await ledger();
  if (row === undefined) throw new Error('The ledger is empty.');
  await expect(
    server.db.asTenant(row.organization_id, (trx) =>
      trx.updateTable('model_usage').set({ output_tokens: 0 }).execute(),
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(
    server.db.asTenant(row.organization_id, (trx) => trx.deleteFrom('model_usage').execute()),
  ).rejects.toThrow(/permission denied/);
});

test('a run of somebody else has no details', async () => {
  const id = await answered();
  for (const email of ['owner@pro.example', 'owner@free.example']) {
    const client = await server.as(email);
    expect((await client.call(getRun, { params: { run_id: id } })).status).toBe(404);
  }
});
