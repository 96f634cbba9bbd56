import type { ReceivedEvent } from './answer.ts';
import { followRun } from './follow-run.ts';

const text = 'one two three';
const delta = (start: number, end: number): ReceivedEvent => ({ id: String(end), data: { type: 'delta', text: text.slice(start, end) } });
const ended: ReceivedEvent = { id: String(text.length), data: { type: 'ended', status: 'complete', error_code: null } };

/** Follows through connections that each give some events and then end, or throw. */
async function follow(...connections: (readonly (ReceivedEvent | Error)[])[]) {
  const asked: number[] = [];
  const received: ReceivedEvent[] = [];
  const connected: boolean[] = [];
  const pauses: number[] = [];
  const controller = new AbortController();
  async function* open(offset: number): AsyncGenerator<ReceivedEvent> {
    asked.push(offset);
    const events = connections.shift();
    if (events === undefined) controller.abort();
    for (const event of events ?? []) {
      if (event instanceof Error) throw event;
      yield event;
    }
  }
  await followRun({
    from: 0,
    open,
    signal: controller.signal,
    onEvent: (event) => received.push(event),
    onConnection: (isConnected) => connected.push(isConnected),
    isFinal: (failure) => failure instanceof RangeError,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { asked, received, connected, pauses };
}

describe('following a run', () => {
  it('reads to the end over one connection', async () => {
    const { asked, received } = await follow([delta(0, 4), delta(4, 13), ended]);
    expect(asked).toEqual([0]);
    expect(received).toEqual([delta(0, 4), delta(4, 13), ended]);
  });

  it('goes on where the text stopped when a connection ends early or breaks', async () => {
    const { asked, received } = await follow([delta(0, 4)], [new TypeError('network')], [delta(4, 8), new TypeError('network')], [delta(8, 13), ended]);
    expect(asked).toEqual([0, 4, 4, 8]);
    expect(received.at(-1)).toBe(ended);
  });

  it('asks again from before a gap and passes nothing on from behind it', async () => {
    const { asked, received } = await follow([delta(0, 4), delta(8, 13)], [delta(4, 8), delta(8, 13), ended]);
    expect(asked).toEqual([0, 4]);
    expect(received).toEqual([delta(0, 4), delta(4, 8), delta(8, 13), ended]);
  });

  it('says that the connection is lost at the second failure in a row, and when it is back', async () => {
    const { connected, pauses } = await follow([], [], [], [delta(0, 13), ended]);
    expect(connected).toEqual([false, false, true]);
    expect(pauses).toEqual([300, 600, 1200]);
  });

  it('waits at most ten seconds', async () => {
    const { pauses } = await follow(...Array.from({ length: 9 }, () => []), [ended]);
    expect(Math.max(...pauses)).toBe(10_000);
  });

  it('does not ask again where that cannot help', async () => {
    await expect(follow([new RangeError('gone')])).rejects.toThrow('gone');
  });

  it('ends silently when nobody listens any more', async () => {
    const { received } = await follow([delta(0, 4)]);
    expect(received).toHaveLength(1);
  });
});
