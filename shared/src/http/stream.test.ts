import { fakeServer } from '@parlance/shared/testing';
import { streamRun, type RunEvent } from '../contract/api/runs/runs.ts';
import { ApiFailure } from './api-failure.ts';
import { onSessionNews } from './session-end.ts';
import { stream, type StreamOptions } from './stream.ts';

const server = fakeServer();
const input = { params: { run_id: '0198f0aa-0000-7000-8000-000000000009' } };
const delta = (text: string): RunEvent => ({ type: 'delta', text });
const ended: RunEvent = { type: 'ended', status: 'complete', error_code: null };
const events = [
  { id: '3', data: delta('abc') },
  { id: '6', data: delta('def') },
  { id: '6', data: ended },
];

async function readAll(options?: StreamOptions<typeof streamRun>, onRead?: () => void) {
  const read: { id: string; data: RunEvent }[] = [];
  for await (const event of stream(streamRun, input, options)) {
    read.push(event);
    onRead?.();
  }
  return read;
}
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

// Pauses have random jitter; the minimum keeps the tests quick.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const { setTimeout: realTimeout } = globalThis;
/** A timer that does nothing. */
const never = () => realTimeout(() => undefined, 0);
/**
 * Replaces the pause before another attempt; the timers of jsdom, axios and msw are shorter, that of a stall is longer.
 */
function inPauses(instead: (run: () => void, after: number) => ReturnType<typeof setTimeout>): void {
  jest
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, after = 0) =>
      after >= 250 && after < 45_000 ? instead(run, after) : realTimeout(run, after),
    );
}
function onlyOnce(act: () => void): () => void {
  let left = 1;
  return () => void (left-- === 1 && act());
}

describe('stream: an answer as it grows', () => {
  it('gives every event with its id, and ends with the last one though the server holds the connection', async () => {
    server.streamEvents(streamRun, events, { then: 'hold' });
    expect(await readAll()).toEqual(events);
  });

  it('sends what the clients send: the CSRF token and the language, and begins where it is told', async () => {
    document.cookie = 'csrftoken=the-token; path=/';
    document.documentElement.lang = 'de-DE';
    server.streamEvents(streamRun, events);
    expect(await readAll({ lastEventId: '3' })).toEqual(events.slice(1));
    const headers = server.requests(streamRun)[0]?.headers;
    expect(headers?.get('last-event-id')).toBe('3');
    expect(headers?.get('x-csrftoken')).toBe('the-token');
    expect(headers?.get('accept-language')).toBe('de-DE');
    expect(headers?.get('accept')).toBe('text/event-stream');
  });

  it('goes on exactly where it was when the connection is cut, and says so', async () => {
    const states: string[] = [];
    server.streamEvents(streamRun, events);
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold', times: 1 });
    expect(await readAll({ onConnection: (state) => states.push(state) }, server.cutStreams)).toEqual(events);
    expect(server.requests(streamRun).map((it) => it.headers.get('last-event-id'))).toEqual([null, '3']);
    expect(states).toEqual(['open', 'lost', 'open']);
  });

  it('knows of a lost network when the browser does, and not only when the connection stalls', async () => {
    const states: string[] = [];
    server.streamEvents(streamRun, events);
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold', times: 1 });
    const onConnection = (state: string) => {
      states.push(state);
      if (states.length === 1) setTimeout(() => window.dispatchEvent(new Event('offline')), 50);
      if (state === 'lost') window.dispatchEvent(new Event('online'));
    };
    expect(await readAll({ onConnection })).toEqual(events);
    expect(states).toEqual(['open', 'lost', 'open']);
  });

  it('goes on when the server ends the stream early, is restarting, or cannot be reached', async () => {
    server.streamEvents(streamRun, events);
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'end', times: 1 });
    server.fail(streamRun, 'shutting_down', { times: 1 });
    server.lose(streamRun, { times: 1 });
    expect(await readAll()).toEqual(events);
    expect(server.requests(streamRun)).toHaveLength(4);
  });

  it('waits longer after each failure', async () => {
    const pauses: number[] = [];
    inPauses((run, after) => {
      pauses.push(after);
      return realTimeout(run, 1);
    });
    server.streamEvents(streamRun, events);
    server.lose(streamRun, { times: 7 });
    await readAll();
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500]);
  });

  it('waits no longer once the network is back', async () => {
    inPauses(never);
    server.streamEvents(streamRun, events);
    server.lose(streamRun, { times: 1 });
    const onConnection = (state: string) => {
      if (state === 'lost') realTimeout(() => window.dispatchEvent(new Event('online')), 0);
    };
    expect(await readAll({ onConnection })).toEqual(events);
  });

  it('takes a connection without a byte for lost', async () => {
    const stallAfter = 30_000;
    const { now } = performance;
    const stalls: (() => void)[] = [];
    jest.spyOn(globalThis, 'setTimeout').mockImplementation((run: () => void, after = 0) => {
      if (after !== stallAfter) return realTimeout(run, after);
      stalls.push(run);
      return never();
    });
    server.streamEvents(streamRun, events);
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold', times: 1 });
    const onRead = () => {
      jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + stallAfter);
      realTimeout(stalls.at(-1) ?? never, 0);
    };
    const read = await readAll({ stallAfter }, onlyOnce(onRead));
    expect(read).toEqual(events);
    expect(server.requests(streamRun).map((it) => it.headers.get('last-event-id'))).toEqual([null, '3']);
  });

  it('ends without an error when it is aborted while it reads', async () => {
    const abort = new AbortController();
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold' });
    const read = await readAll({ signal: abort.signal }, () => realTimeout(() => abort.abort(), 0));
    expect(read).toEqual(events.slice(0, 1));
  });

  it('ends without an error when it is aborted while it waits, and when it was before', async () => {
    inPauses(never);
    const abort = new AbortController();
    server.lose(streamRun);
    const read = await readAll({ signal: abort.signal, onConnection: () => realTimeout(() => abort.abort(), 0) });
    expect(read).toEqual([]);
    expect(server.requests(streamRun)).toHaveLength(1);
    const aborted = AbortSignal.abort();
    expect(await readAll({ signal: aborted })).toEqual([]);
    expect(server.requests(streamRun)).toHaveLength(1);
  });

  it('stops where the caller’s own condition says so', async () => {
    server.streamEvents(streamRun, events, { then: 'hold' });
    expect(await readAll({ isLast: (data) => data.type === 'delta' })).toEqual(events.slice(0, 1));
  });

  it('throws what the server refuses, and does not ask again', async () => {
    const news: string[] = [];
    const stop = onSessionNews({ ended: () => news.push('ended'), sessionSuspect: () => news.push('suspect') });
    server.fail(streamRun, 'unauthenticated');
    expect(await failureOf(readAll())).toMatchObject({ status: 401, code: 'unauthenticated', requestId: 'request-1' });
    expect(server.requests(streamRun)).toHaveLength(1);
    expect(news).toEqual(['suspect']);
    stop();
  });

  it('leaves out an event of a type that only a later release knows', async () => {
    // The unknown type is the subject of the test.
    const later = { id: '3', data: { type: 'mood', is_good: true } as unknown as RunEvent };
    server.streamEvents(streamRun, [...events.slice(0, 1), later, ...events.slice(1)]);
    expect(await readAll()).toEqual(events);
  });

  it('throws for an event of another shape, and for an answer that is no stream', async () => {
    server.answerRaw(streamRun, 200, '<html>');
    expect(await failureOf(readAll())).toMatchObject({ code: 'invalid_response' });
    // The missing text is the subject of the test.
    server.streamEvents(streamRun, [{ id: '1', data: { type: 'delta' } as RunEvent }]);
    const failure = await failureOf(readAll());
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: 'invalid_response' });
  });
});
