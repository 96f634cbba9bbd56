import type { ReceivedEvent } from '../state/answer.ts';
import { followRun } from './follow-run.ts';

const text = 'one two three';
const delta = (start: number, end: number): ReceivedEvent => ({
  id: String(end),
  data: { type: 'delta', text: text.slice(start, end) },
});
const thought = (reasoned: string, from: number): ReceivedEvent => ({
  id: '4',
  data: { type: 'reasoning', text: reasoned, from, ms: 1, is_over: false },
});
const ended: ReceivedEvent = { id: String(text.length), data: { type: 'ended', status: 'complete', error_code: null } };

/** Follows through openings that each give some events. */
async function follow(from: number, ...openings: (readonly ReceivedEvent[])[]) {
  const asked: number[] = [];
  const received: ReceivedEvent[] = [];
  async function* open(offset: number): AsyncGenerator<ReceivedEvent> {
    asked.push(offset);
    yield* openings.shift() ?? [];
  }
  await followRun({ from: { text: from, reasoning: 0 }, open, onEvent: (event) => received.push(event) });
  return { asked, received };
}

describe('following a run', () => {
  it('reads from where the text stands to the end', async () => {
    const { asked, received } = await follow(4, [delta(4, 8), delta(8, 13), ended]);
    expect(asked).toEqual([4]);
    expect(received).toEqual([delta(4, 8), delta(8, 13), ended]);
  });

  it('asks again from before a gap and passes nothing on from behind it', async () => {
    const { asked, received } = await follow(0, [delta(0, 4), delta(8, 13)], [delta(4, 8), delta(8, 13), ended]);
    expect(asked).toEqual([0, 4]);
    expect(received).toEqual([delta(0, 4), delta(4, 8), delta(8, 13), ended]);
  });

  it('does not take an end for the end while text is missing before it', async () => {
    const { asked, received } = await follow(0, [delta(0, 4), ended], [delta(4, 13), ended]);
    expect(asked).toEqual([0, 4]);
    expect(received.at(-1)).toBe(ended);
  });

  it('gives up on a server that leaves out the same text again and again', async () => {
    const gap = [delta(8, 13)];
    await expect(follow(0, gap, gap, gap, gap)).rejects.toThrow('from code unit 0');
  });

  it('asks again where reasoning is missing, and counts it apart from the text', async () => {
    const [first, third] = [thought('One, ', 0), thought('three.', 10)];
    const all = [thought('One, two, three.', 0), delta(4, 13), ended];
    const { asked, received } = await follow(0, [first, delta(0, 4), third], all);
    expect(asked).toEqual([0, 4]);
    expect(received).toEqual([first, delta(0, 4), ...all]);
  });

  it('takes the place of a thought for none of the text', async () => {
    const [first, second] = [thought('One, ', 0), thought('two', 5)];
    const { asked, received } = await follow(0, [first, second, delta(0, 4), delta(4, 13), ended]);
    expect(asked).toEqual([0]);
    expect(received).toHaveLength(5);
    // It stands behind text that has not come.
    expect((await follow(0, [first, delta(4, 13), ended], [delta(0, 13), ended])).asked).toEqual([0, 0]);
  });

  it('reads on behind a restart, whose place is beyond what it has read', async () => {
    const restart: ReceivedEvent = { id: '13', data: { type: 'restart' } };
    const anew: ReceivedEvent = { id: '16', data: { type: 'delta', text: 'two' } };
    const { asked, received } = await follow(0, [delta(0, 4), restart, anew, { ...ended, id: '16' }]);
    expect(asked).toEqual([0]);
    expect(received).toHaveLength(4);
  });

  it('ends when the events end, as they do when nobody listens any more', async () => {
    expect((await follow(0, [delta(0, 4)])).received).toHaveLength(1);
  });
});
