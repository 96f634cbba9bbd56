import { act, renderHook, waitFor } from '@testing-library/react';
import { StrictMode, useReducer } from 'react';
import { fakeServer } from '@parlance/shared/testing';
import { sendPrompt, type Message, type Turn } from '../../contract/api/dialogues.ts';
import { streamRun, type RunEvent } from '../../contract/api/runs/runs.ts';
import { answerOfMessage, isUnderWay, withEvent, type Answer } from '../state/answer.ts';
import { createAnswerConnection } from './answer-connection.ts';
import { ask, type BegunAnswer } from './ask.ts';
import { useAnswerConnection } from './use-answer-connection.ts';
import { useRunStream, type RunChange } from './use-run-stream.ts';

const server = fakeServer();
const idOf = (number: number) => `0198f0aa-0000-7000-8000-${String(number).padStart(12, '0')}`;
const message = (number: number): Omit<Message, 'author'> => ({
  id: idOf(number),
  parent_id: null,
  versions: [idOf(number)],
  content: '',
  citations: [],
  attachments: [],
  rating: null,
  run: null,
  created_at: '2026-11-20T10:00:00.000Z',
});
/** The turn of a question, whose answer is of the run with its number. */
const turnOf = (number: number): Turn => ({
  dialogue_id: idOf(1),
  prompt: { ...message(number), author: 'member' },
  answer: { ...message(number), author: 'bot', run: { id: idOf(number), status: 'running', error_code: null } },
});
const eventsOf = (text: string): { id: string; data: RunEvent }[] => [
  { id: String(text.length), data: { type: 'delta', text } },
  { id: String(text.length), data: { type: 'ended', status: 'complete', error_code: null } },
];
const begun = eventsOf('Thirty.').slice(0, 1);

async function question(number: number): Promise<BegunAnswer> {
  return ask(sendPrompt, { params: { dialogue_id: idOf(1) }, body: { prompt: 'Why?', idempotency_key: idOf(number) } });
}
/** A question whose answer has begun on a connection that the server holds. */
async function heldQuestion(number: number, events = begun): Promise<BegunAnswer> {
  server.answerFollowed(sendPrompt, turnOf(number), events, { then: 'hold' });
  return question(number);
}

type Exchange = { readonly runId: string; readonly answer: Answer };
type Change = RunChange | { readonly type: 'turn'; readonly turn: Turn };

function changeAnswers(before: readonly Exchange[], change: Change): readonly Exchange[] {
  if (change.type === 'turn')
    return [...before, { runId: change.turn.answer.run?.id ?? '', answer: answerOfMessage(change.turn.answer) }];
  if (change.type !== 'event') throw new Error(`The stream of ${change.runId} was refused: ${change.errorCode}.`);
  return before.map((it) => (it.runId === change.runId ? { ...it, answer: withEvent(it.answer, change.event) } : it));
}

/** A dialogue as its screen reads it: the first answer that is not whole, then the next. */
function useTalk(first?: BegunAnswer) {
  const [answers, change] = useReducer(changeAnswers, first === undefined ? [] : [first.turn], (turns) =>
    turns.reduce<readonly Exchange[]>((before, turn) => changeAnswers(before, { type: 'turn', turn }), []),
  );
  const [connection, keep] = useAnswerConnection(() => first?.connection ?? null);
  useRunStream(answers.find(({ answer }) => isUnderWay(answer.status)) ?? null, change, connection);
  return {
    texts: answers.map(({ answer }) => answer.text),
    begin({ turn, connection: next }: BegunAnswer) {
      keep(next);
      change({ type: 'turn', turn });
    },
  };
}
const talk = (first?: BegunAnswer) => renderHook(() => useTalk(first));
type Talk = ReturnType<typeof talk>;
const reads = ({ result }: Talk, ...texts: string[]) => waitFor(() => expect(result.current.texts).toEqual(texts));
const begins = async ({ result }: Talk, asked: BegunAnswer) => act(async () => result.current.begin(asked));
const openConnections = () => server.openStreams(sendPrompt);
const openedAnew = () => server.requests(streamRun).map(({ params }) => params.run_id);

// Pauses are spread at random; the smallest makes the tests quick.
beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => jest.restoreAllMocks());

describe('the connection on which an answer began', () => {
  it('is read to the end of the answer, and closed then', async () => {
    const it = talk();
    await begins(it, await heldQuestion(2, eventsOf('Thirty.')));
    await reads(it, 'Thirty.');
    await waitFor(() => expect(openConnections()).toBe(0));
    expect(openedAnew()).toEqual([]);
  });

  it('is taken over from the screen before', async () => {
    await reads(talk(await heldQuestion(2)), 'Thirty.');
    expect(openConnections()).toBe(1);
    expect(openedAnew()).toEqual([]);
  });

  it('is closed when the screen is left, by whom it is read', async () => {
    const it = talk(await heldQuestion(2));
    await reads(it, 'Thirty.');
    it.unmount();
    expect(openConnections()).toBe(0);
  });

  it('waits until the answer before it is whole', async () => {
    const end = Promise.withResolvers<{ id: string; data: string }>();
    const connection = createAnswerConnection(idOf(2), { next: () => end.promise, close() {} });
    const it = talk({ turn: turnOf(2), connection });
    await begins(it, await heldQuestion(3));
    expect(openConnections()).toBe(1);
    end.resolve({ id: '0', data: JSON.stringify({ type: 'ended', status: 'complete', error_code: null }) });
    await reads(it, '', 'Thirty.');
    expect(openConnections()).toBe(1);
    expect(openedAnew()).toEqual([]);
  });

  it('is not read for another answer', async () => {
    server.streamEvents(streamRun, eventsOf('Twenty.'));
    const it = talk();
    const second = await heldQuestion(3);
    await act(async () => {
      it.result.current.begin({ turn: turnOf(2), connection: null });
      it.result.current.begin(second);
    });
    await reads(it, 'Twenty.', 'Thirty.');
    expect(openedAnew()).toEqual([idOf(2)]);
  });

  it('is closed when the screen is left before its answer could begin', async () => {
    const [first, second] = [await heldQuestion(2), await heldQuestion(3)];
    const it = talk(first);
    await reads(it, 'Thirty.');
    await begins(it, second);
    expect(openConnections()).toBe(2);
    it.unmount();
    expect(openConnections()).toBe(0);
  });

  it('that waits is closed for the next one, and its answer is asked for when it is read', async () => {
    const [first, second, third] = [await heldQuestion(2), await heldQuestion(3), await heldQuestion(4)];
    const it = talk(first);
    await reads(it, 'Thirty.');
    expect(openConnections()).toBe(3);
    // Before anything is drawn.
    await act(async () => {
      it.result.current.begin(second);
      it.result.current.begin(third);
    });
    expect(openConnections()).toBe(2);
    server.streamEvents(streamRun, eventsOf('Thirty.'));
    server.cutStreams();
    await reads(it, 'Thirty.', 'Thirty.', 'Thirty.');
    expect(openedAnew()).toEqual([idOf(2), idOf(3), idOf(4)]);
  });

  it('is closed where the screen was left while the question was on its way', async () => {
    const it = talk();
    const { begin } = it.result.current;
    it.unmount();
    begin(await heldQuestion(2));
    expect(openConnections()).toBe(0);
    expect(openedAnew()).toEqual([]);
  });

  it('has one reader where React draws everything twice', async () => {
    server.streamEvents(streamRun, begun, { then: 'hold' });
    const first = await heldQuestion(2);
    const it = renderHook(() => useTalk(first), { wrapper: StrictMode });
    await reads(it, 'Thirty.');
    expect(openConnections()).toBe(0);
    expect(server.openStreams(streamRun)).toBe(1);
    expect(openedAnew()).toEqual([idOf(2)]);
  });

  it('is there for one reader alone', async () => {
    const { connection } = await heldQuestion(2);
    const taken = connection?.take();
    expect(taken).not.toBeNull();
    expect(connection?.take()).toBeNull();
    // It is its reader's.
    connection?.close();
    expect(openConnections()).toBe(1);
    taken?.close();
    expect(openConnections()).toBe(0);
  });

  it('is closed at once where nothing is written', async () => {
    const turn = turnOf(2);
    server.answerFollowed(sendPrompt, { ...turn, answer: { ...turn.answer, run: null } }, [], { then: 'hold' });
    expect(await question(2)).toMatchObject({ connection: null });
    expect(openConnections()).toBe(0);
  });

  it('is not there with a server that answers the turn alone, and the events are asked for', async () => {
    server.answer(sendPrompt, turnOf(2));
    server.streamEvents(streamRun, eventsOf('Thirty.'));
    const it = talk();
    await begins(it, await question(2));
    await reads(it, 'Thirty.');
    expect(openedAnew()).toEqual([idOf(2)]);
  });
});
