import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { until } from '../../testing/asking.ts';
import { DeltaLog, type DeltaRow } from './delta-log.ts';
import { LiveRun } from './live-run.ts';
import { followLive } from './reader.ts';

const log = createLog(readConfig({ NODE_ENV: 'test' }), { write: () => undefined });
const run = (id = 'run') => new LiveRun(id, 'organization');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('an answer in memory', () => {
  test('shows no half of a character and nothing a database cannot hold', () => {
    const live = run();
    live.hear('a\0\uD83D');
    live.release();
    expect(live.text).toBe('a');
    live.hear('\uDE42b\uDE42');
    live.release();
    expect(live.text).toBe('a🙂b\uFFFD');
  });

  test('tells those who listen of every change, and lets go of those who leave', () => {
    const live = run();
    const told: string[] = [];
    live.onChange(() => told.push(`stays ${live.text}`));
    const leave = live.onChange(() => told.push(`leaves ${live.text}`));
    live.hear('a');
    live.release();
    leave();
    live.hear('b');
    live.release();
    expect(told).toEqual(['stays a', 'leaves a', 'stays ab']);
  });

  test('tells of a call that has come with words, after them', async () => {
    const live = run();
    live.hear('Let me see.');
    live.release();
    live.tellCall({ id: 'call', state: 'running' } as ToolCall); // other fields of a call are not read
    live.end({ status: 'complete', error_code: null });
    const told: string[] = [];
    for await (const { data } of followLive(live, 0, new AbortController().signal)) told.push(data.type);
    expect(told).toEqual(['delta', 'tool', 'ended']);
  });

  test('is read by nobody whose connection is gone, though no word comes any more', async () => {
    const live = run();
    const reader = new AbortController();
    const reading = followLive(live, 0, reader.signal).next();
    reader.abort();
    expect(await reading).toEqual({ done: true, value: undefined });
  });
});

describe('the log of what answers grow by', () => {
  /** Creates a store that is slow, and fails when told to. */
  function store() {
    const rows: DeltaRow[] = [];
    const calls: number[] = [];
    const state = { failing: false };
    const write = async (given: DeltaRow[]) => {
      await pause(5);
      if (state.failing) throw new Error('no database');
      calls.push(given.length);
      rows.push(...given);
    };
    return { rows, calls, state, write };
  }

  test('shows the first words at once and gathers the rest', async () => {
    const { rows, write } = store();
    const deltas = new DeltaLog({ write, log });
    const live = run();
    deltas.add(live, 'first');
    expect(live.text).toBe('first');
    for (let at = 0; at < 10; at++) deltas.add(live, ` ${at}`);
    expect(live.text).toBe('first');
    while (rows.length < 2) await pause(5);
    expect(live.text).toBe('first 0 1 2 3 4 5 6 7 8 9');
    expect(rows).toEqual([
      { organizationId: 'organization', runId: 'run', offset: 0, text: 'first' },
      { organizationId: 'organization', runId: 'run', offset: 5, text: ' 0 1 2 3 4 5 6 7 8 9' },
    ]);
  });

  test('writes many answers in one go', async () => {
    const { rows, calls, write } = store();
    const deltas = new DeltaLog({ write, log });
    const runs = Array.from({ length: 50 }, (_, at) => run(`run ${at}`));
    for (const live of runs) deltas.add(live, 'x');
    while (rows.length < runs.length) await pause(5);
    expect(calls.length).toBeLessThanOrEqual(2);
  });

  test('writes of a hundred answers less often than of one: the rest goes by how many there are, and not only by how long a write took', async () => {
    const calls: number[] = [];
    const deltas = new DeltaLog({ write: async (given) => void calls.push(given.length), log });
    const runs = Array.from({ length: 100 }, (_, at) => run(`run ${at}`));
    const single = new DeltaLog({ write: async () => void (writesOfOne += 1), log });
    let writesOfOne = 0;
    const alone = run('alone');
    while (calls.length < 3) {
      for (const live of runs) deltas.add(live, 'x');
      single.add(alone, 'x');
      await pause(5);
    }
    expect(writesOfOne).toBeGreaterThan(calls.length);
  });

  test('loses nothing while the database is away', async () => {
    const { rows, state, write } = store();
    const deltas = new DeltaLog({ write, log });
    const live = run();
    state.failing = true;
    deltas.add(live, 'a');
    await pause(60);
    deltas.add(live, 'b');
    await pause(60);
    expect(live.text).toBe('ab');
    state.failing = false;
    while (rows.length === 0) await pause(20);
    expect(rows.map(({ offset, text }) => [offset, text])).toEqual([[0, 'ab']]);
  });

  test('does not hold up an answer that ends while the database is away, or while others go on', async () => {
    const { state, write } = store();
    const deltas = new DeltaLog({ write, log });
    const [ending, other] = [run('ending'), run('other')];
    state.failing = true;
    deltas.add(other, 'x');
    deltas.add(ending, 'a');
    await deltas.settle(ending);
    expect(ending.text).toBe('a');
    await deltas.settle(other);
  });

  test('writes nothing of an answer that is settled', async () => {
    const { rows, write } = store();
    const deltas = new DeltaLog({ write, log });
    const live = run();
    deltas.add(live, 'a');
    deltas.add(live, 'b');
    await deltas.settle(live);
    expect(live.text).toBe('ab');
    const written = rows.length;
    // Later text is written later.
    deltas.add(run('later'), 'x');
    await until(() => rows.some(({ runId }) => runId === 'later'));
    expect(rows.filter(({ runId }) => runId !== 'later')).toHaveLength(written);
  });
});
