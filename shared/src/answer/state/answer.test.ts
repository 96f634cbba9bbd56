import type { Citation } from '../../contract/api/runs/runs.ts';
import { answerOf, leavesGap, placeOf, withEvent } from './answer.ts';
import type { ReceivedEvent } from './answer.ts';

const nothing = answerOf({ content: '', citations: [], status: 'queued', errorCode: null });
const citation: Citation = {
  number: 1,
  file_id: '0b8f5c5e-7a54-4b0e-9f3a-0d4b8f6f2a11',
  file_name: 'leave.md',
  position: 1,
  page: null,
  heading: 'Holidays',
  passage: 'Thirty days a year.',
};

/** Splits a text into events after each of the given lengths. */
function eventsOf(text: string, ...cuts: number[]): ReceivedEvent[] {
  const ends = [...cuts, text.length];
  return ends.map((end, index) => ({
    id: String(end),
    data: { type: 'delta', text: text.slice(ends[index - 1] ?? 0, end) },
  }));
}
const ended = (id: number): ReceivedEvent => ({
  id: String(id),
  data: { type: 'ended', status: 'complete', error_code: null },
});

describe('an answer as its events arrive', () => {
  it('grows by each piece and knows when it has ended', () => {
    const events = [...eventsOf('Hello, world', 5, 7), ended(12)];
    const answer = events.reduce(withEvent, nothing);
    expect(answer).toMatchObject({ text: 'Hello, world', status: 'complete', errorCode: null });
  });

  it('runs from its first piece on', () => {
    expect(eventsOf('Hello', 2).slice(0, 1).reduce(withEvent, nothing).status).toBe('running');
  });

  it('takes each piece once, however often it is sent', () => {
    const events = eventsOf('one two three', 4, 8);
    const answer = [...events, ...events, ...events].reduce(withEvent, nothing);
    expect(answer.text).toBe('one two three');
  });

  it('takes only what is new of a piece that overlaps what it has', () => {
    const resumed = answerOf({ content: 'one tw', citations: [], status: 'running', errorCode: null });
    expect(withEvent(resumed, { id: '13', data: { type: 'delta', text: 'two three' } }).text).toBe('one two three');
  });

  it('does not take a piece that comes after a gap, and tells that there is one', () => {
    // The cast holds: there are three cuts.
    const [first, second, third] = eventsOf('one two three', 4, 8) as [ReceivedEvent, ReceivedEvent, ReceivedEvent];
    const answer = withEvent(withEvent(nothing, first), third);
    expect(answer.text).toBe('one ');
    expect(leavesGap(placeOf(answer), third)).toBe(true);
    expect(leavesGap(placeOf(answer), second)).toBe(false);
    expect([second, third].reduce(withEvent, answer).text).toBe('one two three');
  });

  it('is not ended by an end that comes after a gap', () => {
    expect(withEvent(nothing, ended(12)).status).toBe('queued');
  });

  it('counts in UTF-16 code units, also where a piece ends inside an emoji', () => {
    const text = 'Viel Glück 🍀👩‍👩‍👧 – 加油';
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(eventsOf(text, cut).reduce(withEvent, nothing).text).toBe(text);
    }
  });

  it('is the same after a reconnection at any offset', () => {
    const text = 'Ein Satz 🎈 und noch einer.';
    for (let offset = 0; offset <= text.length; offset += 1) {
      const before = answerOf({ content: text.slice(0, offset), citations: [], status: 'running', errorCode: null });
      const rest: ReceivedEvent = { id: String(text.length), data: { type: 'delta', text: text.slice(offset) } };
      expect([rest, ended(text.length)].reduce(withEvent, before)).toMatchObject({ text, status: 'complete' });
    }
  });

  it('keeps its citations, and what was written when it failed', () => {
    const events: ReceivedEvent[] = [
      ...eventsOf('Half an ans'),
      { id: '11', data: { type: 'citations', citations: [citation] } },
      { id: '11', data: { type: 'ended', status: 'failed', error_code: 'model_timeout' } },
    ];
    const answer = events.reduce(withEvent, nothing);
    expect(answer).toMatchObject({
      text: 'Half an ans',
      citations: [citation],
      status: 'failed',
      errorCode: 'model_timeout',
    });
  });

  it('changes no more once it has ended', () => {
    const finished = [...eventsOf('Done'), ended(4)].reduce(withEvent, nothing);
    expect(withEvent(finished, { id: '9', data: { type: 'delta', text: ' more' } })).toBe(finished);
    expect(withEvent(finished, { id: '4', data: { type: 'ended', status: 'failed', error_code: 'internal' } })).toBe(
      finished,
    );
  });
});
