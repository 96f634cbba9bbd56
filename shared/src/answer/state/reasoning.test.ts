import type { Message } from '../../contract/api/dialogues.ts';
import type { RunStatus } from '../../contract/api/runs/runs.ts';
import { answerOf, answerOfMessage, leavesGap, placeOf, readAgain, withEvent } from './answer.ts';
import type { Answer, ReceivedEvent } from './answer.ts';

const nothing = answerOf({ content: '', citations: [], status: 'queued', errorCode: null });

/** A piece of reasoning, by default while the model reasons on. The text stands at `at`. */
const thought = (text: string, from: number, { ms = 100, isOver = false, at = 0 } = {}): ReceivedEvent => ({
  id: String(at),
  data: { type: 'reasoning', text, from, ms, is_over: isOver },
});
const said = (text: string, start: number): ReceivedEvent => ({
  id: String(start + text.length),
  data: { type: 'delta', text },
});
const restart = (at: number): ReceivedEvent => ({ id: String(at), data: { type: 'restart' } });
const ended = (at: number): ReceivedEvent => ({
  id: String(at),
  data: { type: 'ended', status: 'stopped', error_code: null },
});

const [one, two, over] = [
  thought('First ', 0),
  thought('second.', 6, { ms: 900 }),
  thought('', 13, { ms: 950, isOver: true }),
];
const all = thought('First second.', 0, { ms: 950, isOver: true });
const again = [thought('\n\nThird.', 13, { ms: 1200, at: 4 }), thought('', 21, { ms: 1300, isOver: true, at: 4 })];

/** Events, and the state after them: the text, its place, the reasoning, its milliseconds, whether it is over. */
const orders: readonly (readonly [string, readonly ReceivedEvent[], readonly unknown[]])[] = [
  ['pieces', [one, two], ['', 0, 'First second.', 900, false]],
  ['an end that brings no text', [one, two, over], ['', 0, 'First second.', 950, true]],
  ['a repeated piece', [one, two, two], ['', 0, 'First second.', 900, false]],
  ['a repeated piece after the end', [one, two, over, two], ['', 0, 'First second.', 950, true]],
  ['a repeated end', [one, two, over, over], ['', 0, 'First second.', 950, true]],
  ['a piece that overlaps', [one, thought('st second.', 3)], ['', 0, 'First second.', 100, false]],
  ['a gap', [one, over], ['', 0, 'First ', 100, false]],
  ['all of it after a gap', [one, over, all], ['', 0, 'First second.', 950, true]],
  ['all of it again, and more', [one, all], ['', 0, 'First second.', 950, true]],
  ['another reasoning from the beginning', [one, two, thought('No.', 0)], ['', 0, 'No.', 100, false]],
  ['text behind it', [one, two, over, said('Word', 0)], ['Word', 0, 'First second.', 950, true]],
  [
    'reasoning again after text',
    [one, two, over, said('Word', 0), ...again, said(' two', 4)],
    ['Word two', 0, 'First second.\n\nThird.', 1300, true],
  ],
  ['text that was none', [said('Hmm.', 0), restart(4), one], ['', 4, 'First ', 100, false]],
  ['text behind a restart', [said('Hmm.', 0), restart(4), one, said('Word', 4)], ['Word', 4, 'First ', 100, false]],
  ['a restart before any text', [one, restart(0), said('Word', 0)], ['Word', 0, 'First ', 100, false]],
  ['a repeated restart', [said('Hmm.', 0), restart(4), said('Word', 4), restart(4)], ['Word', 4, undefined, 0, 0]],
  [
    'a second restart',
    [said('Hmm.', 0), restart(4), said('Word', 4), restart(8), said('Other', 8)],
    ['Other', 8, undefined, 0, 0],
  ],
  ['a restart from beyond', [said('Hm', 0), restart(4), said('Word', 4)], ['Word', 4, undefined, 0, 0]],
  ['text before a restart, late', [said('Hmm.', 0), restart(4), said('Hmm.', 0)], ['', 4, undefined, 0, 0]],
  ['an end while it reasons', [one, ended(0)], ['', 0, 'First ', 100, true]],
];

describe('an answer that is reasoned first', () => {
  it.each(orders)('takes %s', (_, events, [text, from, reasoned, ms, isOver]) => {
    const answer = events.reduce(withEvent, nothing);
    expect(answer).toMatchObject({ text, from });
    expect(answer.blocks.join('')).toBe(text);
    if (reasoned === undefined) expect(answer.reasoning).toBeNull();
    else expect(answer.reasoning).toEqual({ text: reasoned, ms, isOver });
  });

  it('is the same object after what it knows already', () => {
    const answer = [one, two, over, said('Word', 0)].reduce(withEvent, nothing);
    for (const event of [two, over, all, restart(0)]) expect(withEvent(answer, event)).toBe(answer);
  });

  it('is under way from its first thought on, and changes no more at its end', () => {
    expect(withEvent(nothing, one).status).toBe('running');
    const broken = [one, ended(0)].reduce(withEvent, nothing);
    expect(withEvent(broken, two)).toBe(broken);
    expect(withEvent(broken, restart(9))).toBe(broken);
  });

  it('tells of a gap in its reasoning, and not of one where it begins anew', () => {
    const place = placeOf(withEvent(nothing, one));
    expect(place).toEqual({ text: 0, reasoning: 6 });
    expect(leavesGap(place, two)).toBe(false);
    expect(leavesGap(place, over)).toBe(true);
    expect(leavesGap(place, all)).toBe(false);
    expect(leavesGap(place, restart(40))).toBe(false);
  });

  it('continues behind its last restart', () => {
    expect(placeOf([said('Hmm.', 0), restart(4), said('Word', 4)].reduce(withEvent, nothing)).text).toBe(8);
  });
});

const message = (content: string, status: RunStatus, reasoningMs?: number): Message => ({
  id: '0198f0aa-0000-7000-8000-000000000001',
  author: 'bot',
  parent_id: null,
  versions: [],
  content,
  citations: [],
  attachments: [],
  rating: null,
  run: { id: '0198f0aa-0000-7000-8000-000000000002', status, error_code: null },
  created_at: '2026-11-20T10:00:00.000Z',
  ...(reasoningMs === undefined ? {} : { reasoning_ms: reasoningMs }),
});

describe('an answer of a message', () => {
  it('knows that it was reasoned, and not yet what', () => {
    expect(answerOfMessage(message('Word', 'complete', 12_000)).reasoning).toEqual({
      text: null,
      ms: 12_000,
      isOver: true,
    });
    expect(answerOfMessage(message('Word', 'complete')).reasoning).toBeNull();
    // An interrupted answer has reasoning of which nobody knows how long it took.
    expect(answerOfMessage(message('', 'interrupted', 0)).reasoning).toMatchObject({ ms: 0 });
    expect(answerOfMessage(message('', 'running', 900)).reasoning).toMatchObject({ isOver: false });
    expect(answerOfMessage(message('Word', 'running', 900)).reasoning).toMatchObject({ isOver: true });
  });

  // Who comes back from the very place of a restart is told of it again.
  const streams: readonly (readonly [string, number, readonly ReceivedEvent[]])[] = [
    ['', 3, [all, restart(3), said('Word two', 3), ended(11)]],
    ['Word', 3, [all, said(' two', 7), ended(11)]],
    ['Word', 0, [all, said(' two', 4), ended(8)]],
    // It has begun anew since the message was loaded.
    ['Hmm.', 0, [all, restart(4), said('Word two', 4), ended(12)]],
  ];
  it.each(streams)('is read on from its text “%s”, which begins at %d', (content, from, events) => {
    const { run, ...loaded } = message(content, 'running', 900);
    const opened = answerOfMessage({ ...loaded, run: run && { ...run, text_from: from } });
    expect(placeOf(opened)).toEqual({ text: from + content.length, reasoning: 0 });
    expect(events.reduce(withEvent, opened)).toMatchObject({
      text: 'Word two',
      status: 'stopped',
      reasoning: { text: 'First second.' },
    });
  });

  it('that is read again keeps what has arrived while it is written, with its place', () => {
    const had = [said('Hmm.', 0), restart(4), all, said('Word', 4)].reduce(withEvent, nothing);
    expect(readAgain(had, answerOfMessage(message('Wo', 'running', 900)))).toMatchObject({
      text: 'Word',
      from: 4,
      reasoning: { text: 'First second.' },
    });
    const whole: Answer = readAgain(had, answerOfMessage(message('Word two', 'complete', 950)));
    expect(whole).toMatchObject({ text: 'Word two', reasoning: { text: null, isOver: true } });
  });
});
