import { randomUUID } from 'node:crypto';
import { listAttachments } from '@parlance/shared/contract/api/attachments';
import {
  deleteDialogue,
  getDialogue,
  queuedAtMost,
  restoreDialogue,
  sendPrompt,
} from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { sql } from 'kysely';
import { modelsPlugin } from '../../money/ledger/models.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { type Dependencies, buildService } from '../../services/build-service.ts';
import { dataOf } from '../../testing/agents.ts';
import { hear, messages, prompt, start, until } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { ruleBookPlugin } from '../governance/rule-book.ts';
import { runsPlugin } from '../runs/runs.ts';
import { toolReachPlugin } from '../tools/reach.ts';

const tokens = Array.from({ length: 60 }, (_, at) => ` word${at}`);

let model: ModelServer;
let server: TestServer;
let base: string;
let member: Client;
let bot: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ model, server, base, member, bot, close } = await startAskingModel('Blank Sheet', {
    answer: () => tokens,
    tokenPauseMs: 8,
  }));
});
afterAll(() => close());
afterEach(() => model.setFault(null));

type TurnAnswer = Parameters<typeof runOf>[0];
const stop = (turn: TurnAnswer) => member.call(stopRun, { params: { run_id: runOf(turn) } });
const statusOf = (turn: TurnAnswer) =>
  server.db.asSystem(
    async (trx) =>
      (await trx.selectFrom('runs').where('id', '=', runOf(turn)).select('status').executeTakeFirst())?.status ??
      'gone',
  );
const activeRuns = (dialogueId: string) =>
  server.db.asSystem(
    async (trx) =>
      (
        await trx
          .selectFrom('runs')
          .where('dialogue_id', '=', dialogueId)
          .where('status', 'in', ['queued', 'running'])
          .select('id')
          .execute()
      ).length,
  );
/** The next answer begins and does not end by itself: what waits behind it waits. */
const holdNext = () => model.setFault({ kind: 'stall', afterTokens: 6 }, 1);
const heardOf = (turn: TurnAnswer) => hear(base, member, runOf(turn));

describe('prompts that wait', () => {
  test('are answered in the order they came, each knowing the answer before', async () => {
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'two');
    const third = await prompt(member, first.dialogue_id, 'three');
    const ends: string[] = [];
    await Promise.all(
      [first, second, third].map(async (turn, at) => {
        expect((await heardOf(turn)).ended?.status).toBe('complete');
        ends.push(['one', 'two', 'three'][at] ?? '');
      }),
    );
    expect(ends).toEqual(['one', 'two', 'three']);
    const last = model.requests.findLast(({ body }) => JSON.stringify(body.messages.at(-1)).includes('three'));
    expect(last?.body.messages.filter(({ role }) => role === 'assistant')).toHaveLength(2);
  });

  test.each(['stopped', 'failed'])('begin when the answer before them was %s', async (how) => {
    model.setFault({ kind: how === 'stopped' ? 'stall' : 'malformed', afterTokens: 30 }, 1);
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'two');
    if (how === 'stopped') await stop(first);
    expect((await heardOf(first)).ended?.status).toBe(how);
    expect((await heardOf(second)).ended?.status).toBe('complete');
  });

  test('are refused where ten wait, and taken again when one has begun', async () => {
    holdNext();
    const first = await start(member, bot, 'one');
    for (let at = 0; at < queuedAtMost; at++) await prompt(member, first.dialogue_id, `waiting ${at}`);
    const params = { dialogue_id: first.dialogue_id };
    const more = () => member.call(sendPrompt, { params, body: { prompt: 'one more', idempotency_key: randomUUID() } });
    expect((await more()).body).toMatchObject({ success: false, code: 'queue_full' });
    await stop(first);
    expect((await more()).status).toBe(200);
    await member.call(deleteDialogue, { params });
    expect(await activeRuns(first.dialogue_id)).toBeLessThanOrEqual(1);
  });

  test('and are taken back are out of the dialogue and never reach the model; those behind them still do', async () => {
    holdNext();
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'never mind');
    const third = await prompt(member, first.dialogue_id, 'three');
    const readerOfSecond = heardOf(second);
    expect((await stop(second)).body).toMatchObject({ data: { status: 'stopped', is_taken_back: true } });
    const told = await readerOfSecond;
    expect(told.status === 404 || told.ended?.status === 'stopped').toBe(true);
    expect(await statusOf(second)).toBe('gone');
    await stop(first);
    expect((await heardOf(third)).ended?.status).toBe('complete');
    expect(JSON.stringify(model.requests.map(({ body }) => body))).not.toContain('never mind');
    const shown = (await messages(member, first.dialogue_id)).toReversed();
    expect(shown.filter(({ author }) => author === 'member').map(({ content }) => content)).toEqual(['one', 'three']);
    expect(shown[2]?.parent_id).toBe(shown[1]?.id);
  });

  test('and are taken back leave their files to be sent once more', async () => {
    holdNext();
    const first = await start(member, bot, 'one');
    const file = await attach(server, member, 'notes.txt', new TextEncoder().encode('Trains before planes.'));
    const second = dataOf(
      await member.call(sendPrompt, {
        params: { dialogue_id: first.dialogue_id },
        body: { prompt: 'with a file', attachment_ids: [file.id], idempotency_key: randomUUID() },
      }),
    );
    const isSent = async () =>
      dataOf(await member.call(listAttachments, { query: { ids: file.id } })).items.map((it) => it.is_sent);
    expect(await isSent()).toEqual([true]);
    expect((await stop(second)).body).toMatchObject({ data: { is_taken_back: true } });
    expect(await isSent()).toEqual([false]);
    await stop(first);
  });

  test('and are taken back at the end of the branch leave it as it was', async () => {
    holdNext();
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'never mind');
    await stop(second);
    await stop(first);
    expect((await messages(member, first.dialogue_id)).map(({ author }) => author)).toEqual(['bot', 'member']);
    expect((await prompt(member, first.dialogue_id, 'two')).prompt.parent_id).toBe(first.answer.id);
  });

  test('and whose turn comes while they are taken back are one or the other, never half', async () => {
    for (let round = 0; round < 10; round++) {
      const first = await start(member, bot, `one ${round}`);
      const second = await prompt(member, first.dialogue_id, 'two');
      const [, { body }] = await Promise.all([stop(first), stop(second)]);
      await heardOf(second);
      const shown = await messages(member, first.dialogue_id);
      expect([2, 4]).toContain(shown.length);
      expect(shown.length === 2).toBe((await statusOf(second)) === 'gone');
      expect(body).toMatchObject({ data: { is_taken_back: shown.length === 2 } });
    }
  });
});

describe('a process that dies', () => {
  test('leaves what waits to another one, which begins it, and the answer it wrote is interrupted', async () => {
    holdNext();
    const asked = model.requests.length;
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'two');
    await until(() => (model.requests[asked]?.tokensSent ?? 0) > 3);
    // As if this process were dead: its leases run out, and nobody here hears of it.
    await server.db.asSystem((trx) =>
      sql`update runs set owner_process = gen_random_uuid(), lease_until = now() - interval '1 minute' where dialogue_id = ${first.dialogue_id}`.execute(
        trx,
      ),
    );
    const { db, events, planKeys, storage } = server.app;
    const config = { ...server.config, DATABASE_URL: 'postgres://elsewhere' };
    const deps: Dependencies = {
      config,
      db,
      pool: server.pool,
      events,
      planKeys,
      storage,
      log: createLog(config, { write: () => undefined }),
    };
    const other = await buildService('main', deps, [modelsPlugin, toolReachPlugin, ruleBookPlugin, runsPlugin]);
    expect((await heardOf(second)).ended?.status).toBe('complete');
    expect(await statusOf(first)).toBe('interrupted');
    await other.close();
  });
});

describe('a dialogue that is deleted while an answer is written', () => {
  test('stops it at the model, tells its readers, runs nothing that waited, and comes back with what there was', async () => {
    holdNext();
    const asked = model.requests.length;
    const first = await start(member, bot, 'one');
    const second = await prompt(member, first.dialogue_id, 'two');
    let isHeard = false;
    const reader = hear(base, member, runOf(first), { until: ({ text }) => ((isHeard ||= text !== ''), false) });
    await until(() => isHeard && (model.requests[asked]?.tokensSent ?? 0) > 3);
    const request = model.requests[asked];
    const params = { dialogue_id: first.dialogue_id };
    expect((await member.call(deleteDialogue, { params })).status).toBe(200);
    const heard = await reader;
    expect(heard.ended?.status).toBe('stopped');
    await until(() => request?.aborted === true);
    expect(await activeRuns(first.dialogue_id)).toBe(0);
    expect((await member.call(getDialogue, { params })).status).toBe(404);
    expect((await stop(first)).status).toBe(404);
    expect(
      (await member.call(sendPrompt, { params, body: { prompt: 'three', idempotency_key: randomUUID() } })).status,
    ).toBe(404);
    expect((await member.call(restoreDialogue, { params })).body).toMatchObject({
      data: { id: first.dialogue_id, is_answering: false },
    });
    const shown = await messages(member, first.dialogue_id);
    expect(shown.at(-2)).toMatchObject({ content: heard.text, run: { status: 'stopped' } });
    expect([await statusOf(first), await statusOf(second)]).toEqual(['stopped', 'stopped']);
  });
});
