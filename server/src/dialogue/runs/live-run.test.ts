import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { until } from '../../testing/asking.ts';
import { DeltaLog, type DeltaRow, type Growth } from './delta-log.ts';
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

/** Reads what a reader gets that comes back from a place, while the answer goes on to its end. */
async function readFrom(live: LiveRun, from: number, more: () => void = () => {}) {
  const told: { id: number; data: object }[] = [];
  const reading = (async () => {
    for await (const { id, data } of followLive(live, from, new AbortController().signal))
      told.push({ id: Number(id), data });
  })();
  await pause(0);
  more();
  live.end({ status: 'complete', error_code: null });
  await reading;
  return told.filter(({ data }) => !('status' in data)).map(({ id, data }) => ({ id, ...data }));
}

/** Says text and shows it. */
function say(live: LiveRun, text: string): void {
  live.hear(text);
  live.release();
}

describe('an answer that begins anew', () => {
  test('begins at the place of what readers have seen, with what is kept', () => {
    const live = run();
    say(live, 'Seen, ');
    say(live, 'and seen');
    live.hear(' not yet');
    live.restart('Seen, ');
    expect([live.text, live.textFrom, live.place]).toEqual(['Seen, ', 14, 20]);
    say(live, 'said');
    expect([live.text, live.textFrom]).toEqual(['Seen, said', 14]);
  });

  test('does not, where nobody has seen more than is kept', () => {
    const live = run();
    live.hear('not yet');
    live.restart('');
    say(live, 'Kept');
    live.hear(' no more');
    live.restart('Kept');
    live.hear(' and\0 pending');
    live.restart('Kept and\0 pen');
    live.release();
    expect([live.text, live.textFrom]).toEqual(['Kept and pen', 0]);
  });

  test.each([
    ['from the beginning', 0, true],
    ['from before it', 5, true],
    ['from its very place, with what was before or with nothing', 8, true],
    ['from behind it', 10, false],
  ])('is read right by who comes back %s', async (_, from, isTold) => {
    const live = run();
    say(live, 'Reasoned');
    live.restart('');
    say(live, 'Said.');
    expect(await readFrom(live, from)).toEqual([
      ...(isTold ? [{ id: 8, type: 'restart' }] : []),
      { id: 13, type: 'delta', text: isTold ? 'Said.' : 'id.' },
    ]);
  });

  test('tells who reads it at once, and again if it begins anew once more', async () => {
    const live = run();
    say(live, 'One');
    const told = await readFrom(live, 0, () => {
      live.restart('');
      say(live, 'Two');
    });
    expect(told).toEqual([
      { id: 3, type: 'delta', text: 'One' },
      { id: 3, type: 'restart' },
      { id: 6, type: 'delta', text: 'Two' },
    ]);
  });

  test('counts the time since it was said as reasoning', () => {
    let now = 0;
    const live = new LiveRun('run', 'organization', () => now);
    live.beginCall();
    say(live, 'The question');
    now += 2_000;
    live.restart('');
    live.reason('The question');
    live.hear('Answer');
    live.release();
    expect(live.reasoning).toEqual({ text: 'The question', ms: 2_000, isOver: true });
  });
});

describe('the reasoning behind an answer', () => {
  test('is told before the text, and its end with it', async () => {
    const live = run();
    live.reason('Let me ');
    live.release();
    const told = await readFrom(live, 0, () => {
      live.reason('think.');
      say(live, 'Yes.');
    });
    expect(told).toEqual([
      { id: 0, type: 'reasoning', text: 'Let me ', from: 0, ms: expect.any(Number), is_over: false },
      { id: 0, type: 'reasoning', text: 'think.', from: 7, ms: expect.any(Number), is_over: true },
      { id: 4, type: 'delta', text: 'Yes.' },
    ]);
  });

  test('says that it is over in an empty piece, and goes on after that', async () => {
    const live = run();
    live.reason('One');
    live.release();
    const told = await readFrom(live, 0, () => say(live, 'Yes.'));
    expect(told).toMatchObject([
      { text: 'One', from: 0, is_over: false },
      { text: '', from: 3, is_over: true },
      { type: 'delta' },
    ]);
    live.reason('two');
    live.release();
    expect(live.reasoning).toMatchObject({ text: 'One\n\ntwo', isOver: false });
  });

  test('is told from its beginning to who comes back, at the place of the text', async () => {
    const live = run();
    live.reason('All of it');
    say(live, 'Yes.');
    expect(await readFrom(live, 2)).toMatchObject([
      { id: 2, text: 'All of it', from: 0, is_over: true },
      { id: 4, type: 'delta', text: 's.' },
    ]);
  });
});

describe('the log of what answers grow by', () => {
  /** Creates a store that is slow, and fails when told to. */
  function store() {
    const rows: DeltaRow[] = [];
    const calls: number[] = [];
    const state = { failing: false };
    const write = async ({ deltas }: Growth) => {
      await pause(5);
      if (state.failing) throw new Error('no database');
      calls.push(deltas.length);
      rows.push(...deltas);
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
    const deltas = new DeltaLog({ write: async ({ deltas: given }) => void calls.push(given.length), log });
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

  /** Creates a store that keeps what it is given, and lets each write end when told to. */
  function slowStore() {
    const written: Growth[] = [];
    const ends: (() => void)[] = [];
    const write = async (growth: Growth) => {
      written.push(growth);
      await new Promise<void>((resolve) => void ends.push(resolve));
    };
    return { written, ends, deltas: new DeltaLog({ write, log }) };
  }
  const endWrite = async ({ written, ends }: ReturnType<typeof slowStore>, count: number) => {
    await until(() => written.length === count && ends.length === count);
    ends.at(-1)?.();
  };

  test('shows the first reasoning at once, and stores it in pieces of which an empty one says that it is over', async () => {
    const store = slowStore();
    const live = run();
    store.deltas.reason(live, 'One');
    expect(live.reasoning?.text).toBe('One');
    store.deltas.reason(live, ' two');
    store.deltas.add(live, 'Yes.');
    expect(live.text).toBe('Yes.');
    await endWrite(store, 1);
    await until(() => store.written.length === 2);
    store.deltas.reason(live, 'Three');
    await endWrite(store, 2);
    await endWrite(store, 3);
    expect(store.written.map(({ reasoning }) => reasoning.map(({ offset, text }) => [offset, text]))).toEqual([
      [[0, 'One']],
      [
        [3, ' two'],
        [7, ''],
      ],
      [[7, '\n\nThree']],
    ]);
    expect(store.written.map(({ deltas }) => deltas.map(({ text }) => text))).toEqual([[], ['Yes.'], []]);
    expect(store.written.flatMap(({ restarts }) => restarts)).toEqual([]);
    await store.deltas.settle(live);
    expect(live.reasoning?.isOver).toBe(true);
  });

  test('stores a restart with what comes behind it, also one during a write under way', async () => {
    const store = slowStore();
    const live = run();
    store.deltas.add(live, 'Reasoned');
    await until(() => store.written.length === 1);
    store.deltas.add(live, ', more');
    await until(() => live.text === 'Reasoned, more');
    store.deltas.restart(live, '');
    store.deltas.add(live, 'Said.');
    await endWrite(store, 1);
    await endWrite(store, 2);
    expect(store.written).toMatchObject([
      { deltas: [{ offset: 0, text: 'Reasoned' }], restarts: [] },
      { deltas: [{ offset: 14, text: 'Said.' }], restarts: [{ textFrom: 14 }] },
    ]);
    await store.deltas.settle(live);
  });

  test('stores a restart before anything is said behind it, and only once', async () => {
    const store = slowStore();
    const live = run();
    store.deltas.add(live, 'Reasoned');
    await endWrite(store, 1);
    store.deltas.restart(live, '');
    await endWrite(store, 2);
    store.deltas.add(live, 'Said.');
    await endWrite(store, 3);
    expect(store.written).toMatchObject([
      { deltas: [{ offset: 0 }], restarts: [] },
      { deltas: [], restarts: [{ runId: 'run', textFrom: 8 }] },
      { deltas: [{ offset: 8, text: 'Said.' }], restarts: [] },
    ]);
    await store.deltas.settle(live);
  });

  test('goes on from what another process stored, at its place', async () => {
    const store = slowStore();
    const live = run();
    store.deltas.goOnFrom(live, 14, { text: 'Before.', ms: 20 });
    store.deltas.add(live, 'Kept.');
    await endWrite(store, 1);
    store.deltas.reason(live, 'After.');
    await endWrite(store, 2);
    expect(store.written).toMatchObject([
      { deltas: [{ offset: 14, text: 'Kept.' }], reasoning: [], restarts: [] },
      { deltas: [], reasoning: [{ offset: 7, text: '\n\nAfter.' }], restarts: [] },
    ]);
    await store.deltas.settle(live);
  });
});
