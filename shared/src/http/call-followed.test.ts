import { fakeServer } from '@parlance/shared/testing';
import { waitFor } from '@testing-library/dom';
import { startDialogue, type Turn } from '../contract/api/dialogues.ts';
import { streamRun, type RunEvent } from '../contract/api/runs/runs.ts';
import { callFollowed } from './call-followed.ts';
import { retryPause } from './clients.ts';
import { clearCsrfCookie } from './cookies.ts';
import { onSessionNews } from './session-end.ts';
import { stream } from './stream.ts';

const server = fakeServer();
const id = '0198f0aa-0000-7000-8000-000000000009';
const message = {
  id,
  parent_id: null,
  versions: [id],
  content: '',
  citations: [],
  attachments: [],
  rating: null,
  created_at: '2026-11-20T10:00:00.000Z',
};
const turn: Turn = {
  dialogue_id: id,
  prompt: { ...message, author: 'member', content: 'Hello', run: null },
  answer: { ...message, author: 'bot', run: { id, status: 'running', error_code: null } },
};
const input = { body: { bot_id: id, prompt: 'Hello', idempotency_key: id } };
const events: { id: string; data: RunEvent }[] = [
  { id: '3', data: { type: 'delta', text: 'abc' } },
  { id: '6', data: { type: 'delta', text: 'def' } },
  { id: '6', data: { type: 'ended', status: 'complete', error_code: null } },
];

async function readOn(
  { connection }: Awaited<ReturnType<typeof callFollowed>>,
  lastEventId = '0',
  onRead?: () => void,
) {
  const read: { id: string; data: RunEvent }[] = [];
  for await (const event of stream(streamRun, { params: { run_id: id } }, { lastEventId, connection })) {
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
const asks = () => server.requests(startDialogue).length;

beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0)); // the shortest pauses
afterEach(() => jest.restoreAllMocks());

describe('an answer with the events that follow it', () => {
  it('gives the data first, and the events on the same connection', async () => {
    server.answerFollowed(startDialogue, turn, events, { then: 'hold' });
    const followed = await callFollowed(startDialogue, input);
    expect(followed.data).toEqual(turn);
    expect(await readOn(followed)).toEqual(events);
    expect(server.requests(streamRun)).toEqual([]);
    const [asked] = server.requests(startDialogue);
    expect(asked?.headers.get('accept')).toBe('text/event-stream');
    expect(asked?.body).toMatchObject(input.body);
  });

  it('goes on where the connection was cut, at the endpoint of the events: nothing is asked twice', async () => {
    server.answerFollowed(startDialogue, turn, events.slice(0, 1), { then: 'hold' });
    server.streamEvents(streamRun, events);
    expect(await readOn(await callFollowed(startDialogue, input), '0', server.cutStreams)).toEqual(events);
    expect(server.requests(streamRun).map(({ headers }) => headers.get('last-event-id'))).toEqual(['3']);
    expect(asks()).toBe(1);
  });

  it('is asked for once more where its refusal has brought the token that another tab had removed', async () => {
    clearCsrfCookie();
    const refuse = server.failLate(startDialogue, 'csrf_failed');
    const refused = failureOf(callFollowed(startDialogue, input));
    await waitFor(() => expect(asks()).toBe(1));
    // The refusal sets the token.
    document.cookie = 'csrftoken=new; path=/';
    refuse();
    expect(await refused).toMatchObject({ code: 'csrf_failed' });
    expect(server.requests(startDialogue).map(({ headers }) => headers.get('x-csrftoken'))).toEqual([null, 'new']);
  });

  it('that is refused because the workspace has expired makes the session ask who it is', async () => {
    const news: string[] = [];
    const stop = onSessionNews({ ended: () => news.push('ended'), sessionSuspect: () => news.push('suspect') });
    server.fail(startDialogue, 'workspace_expired');
    expect(await failureOf(callFollowed(startDialogue, input))).toMatchObject({ code: 'workspace_expired' });
    stop();
    expect(news).toEqual(['suspect']);
  });

  it('goes on where it began when the connection is lost before the first event', async () => {
    server.answerFollowed(startDialogue, turn, [], { then: 'end' });
    server.streamEvents(streamRun, events);
    expect(await readOn(await callFollowed(startDialogue, input))).toEqual(events);
    expect(server.requests(streamRun).map(({ headers }) => headers.get('last-event-id'))).toEqual(['0']);
  });

  it('takes the data alone from a server that knows no better', async () => {
    server.answer(startDialogue, turn);
    expect(await callFollowed(startDialogue, input)).toEqual({ data: turn, connection: null });
  });

  it('sends a 5xx a second time, with the same key, and what is refused not', async () => {
    const { setTimeout: wait } = globalThis;
    jest
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run: () => void, after = 0) => wait(run, after === retryPause ? 0 : after));
    server.answerFollowed(startDialogue, turn, events);
    server.fail(startDialogue, 'database_unavailable', { times: 1 });
    expect((await callFollowed(startDialogue, input)).data).toEqual(turn);
    expect(asks()).toBe(2);
    server.fail(startDialogue, 'rate_limited');
    expect(await failureOf(callFollowed(startDialogue, input))).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(asks()).toBe(3);
  });

  it('fails as every call does: without a network, without an answer, without a session', async () => {
    const news: string[] = [];
    const stop = onSessionNews({ ended: () => news.push('ended'), sessionSuspect: () => news.push('suspect') });
    server.lose(startDialogue);
    expect(await failureOf(callFollowed(startDialogue, input))).toMatchObject({ code: 'network' });
    server.fail(startDialogue, 'unauthenticated');
    expect(await failureOf(callFollowed(startDialogue, input))).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(news).toEqual(['suspect']);
    stop();
  });
});
