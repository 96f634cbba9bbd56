import { fakeServer } from '@parlance/shared/testing';
import { streamRun, type RunEvent } from '../contract/api/runs.ts';
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
const failureOf = (work: Promise<unknown>) => work.then(() => null, (error: unknown) => error);

// Pauses are spread at random; the smallest makes the tests quick.
beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

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

  it('waits longer after each failure, and not at all once the network is back', async () => {
    const pauses: number[] = [];
    const { setTimeout: wait } = globalThis;
    jest.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, after = 0) => {
      if (after >= 250 && after < 45_000) pauses.push(after);
      return wait(run, after >= 250 && after < 45_000 ? 1 : after);
    }));
    server.streamEvents(streamRun, events);
    server.lose(streamRun, { times: 7 });
    await readAll();
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 7500, 7500]);
    jest.restoreAllMocks();
    jest.spyOn(Math, 'random').mockReturnValue(0.99); // the pause is 497 ms
    server.lose(streamRun, { times: 1 });
    const begin = performance.now();
    const reading = readAll({ onConnection: (state) => state === 'lost' && setTimeout(() => window.dispatchEvent(new Event('online')), 10) });
    await reading;
    expect(performance.now() - begin).toBeLessThan(450);
  });

  it('takes a connection without a byte for lost', async () => {
    server.streamEvents(streamRun, events);
    server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold', times: 1 });
    expect(await readAll({ stallAfter: 100 })).toEqual(events);
    expect(server.requests(streamRun).map((it) => it.headers.get('last-event-id'))).toEqual([null, '3']);
  });

  it('ends without an error when it is aborted, reading or waiting', async () => {
    for (const prepare of [() => server.streamEvents(streamRun, events.slice(0, 1), { then: 'hold' }), () => server.lose(streamRun)]) {
      prepare();
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 60);
      await expect(readAll({ signal: abort.signal })).resolves.toBeDefined();
    }
    const aborted = AbortSignal.abort();
    expect(await readAll({ signal: aborted })).toEqual([]);
  });

  it('stops where the caller’s own condition says so', async () => {
    server.streamEvents(streamRun, events, { then: 'hold' });
    expect(await readAll({ isLast: (data) => data.type === 'delta' })).toEqual(events.slice(0, 1));
  });

  it('throws what the server refuses, and does not ask again', async () => {
    const news: string[] = [];
    const stop = onSessionNews({ ended: () => news.push('ended'), doubted: () => news.push('doubted') });
    server.fail(streamRun, 'unauthenticated');
    expect(await failureOf(readAll())).toMatchObject({ status: 401, code: 'unauthenticated', requestId: 'request-1' });
    expect(server.requests(streamRun)).toHaveLength(1);
    expect(news).toEqual(['doubted']);
    stop();
  });

  it('throws for an event of another shape, and for an answer that is no stream', async () => {
    server.answerRaw(streamRun, 200, '<html>');
    expect(await failureOf(readAll())).toMatchObject({ code: 'invalid_response' });
    server.streamEvents(streamRun, [{ id: '1', data: { type: 'delta' } as RunEvent }]); // the missing text is what is tested
    const failure = await failureOf(readAll());
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({ code: 'invalid_response' });
  });
});
