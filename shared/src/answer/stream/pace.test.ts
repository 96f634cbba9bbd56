import type { ReceivedEvent } from '../state/answer.ts';
import { createPace } from './pace.ts';
import type { RunChange } from './pace.ts';

const text = 'abcdefghijklmnopqrstuvwxyz'.repeat(100);
const change = (event: ReceivedEvent): RunChange => ({ type: 'event', runId: 'r1', event });
const delta = (from: number, to: number): RunChange =>
  change({ id: String(to), data: { type: 'delta', text: text.slice(from, to) } });
const ended: RunChange = change({
  id: String(text.length),
  data: { type: 'ended', status: 'complete', error_code: null },
});

/** A pace, what it has shown, and frames that come when they are called for. */
function begin() {
  const shown: (readonly RunChange[])[] = [];
  const frames: ((tookMs: number) => void)[] = [];
  const pace = createPace({ show: (changes) => shown.push(changes), afterFrame: (then) => frames.push(then) });
  /** What was shown last is drawn, and then a frame. */
  function draw(tookMs = 5): void {
    pace.drawn();
    frames.shift()?.(tookMs);
  }
  return { pace, shown, frames, draw };
}

const textOf = (changes: readonly RunChange[]) =>
  changes.map((it) => (it.type === 'event' && it.event.data.type === 'delta' ? it.event.data.text : '')).join('');

afterEach(() => jest.restoreAllMocks());

describe('what arrives', () => {
  it('is shown at once where nothing waits', () => {
    const { pace, shown, draw } = begin();
    pace.add(delta(0, 10));
    draw();
    pace.add(delta(10, 12));
    expect(shown).toEqual([[delta(0, 10)], [delta(10, 12)]]);
  });

  it('waits until what was shown before is drawn and a frame has come', () => {
    const { pace, shown, frames } = begin();
    pace.add(delta(0, 10));
    pace.add(delta(10, 20));
    pace.add(delta(20, 30));
    expect(shown).toHaveLength(1);
    pace.drawn();
    expect(shown).toHaveLength(1);
    frames.shift()?.(5);
    expect(shown[1]).toEqual([delta(10, 20), delta(20, 30)]);
  });

  it('is shown over many frames where it is much, whole and in order, each piece with the id that counts up to its end', () => {
    const { pace, shown, draw } = begin();
    pace.add(delta(0, text.length));
    pace.add(ended);
    for (let frames = 0; frames < 60; frames += 1) draw();
    expect(shown.map(textOf).join('')).toBe(text);
    expect(Math.max(...shown.map((it) => textOf(it).length))).toBeLessThanOrEqual(text.length / 8 + 1);
    let end = 0;
    for (const piece of shown.flat()) {
      end += textOf([piece]).length;
      expect(piece.type === 'event' && piece.event.id).toBe(String(end));
    }
    expect(shown.at(-1)?.at(-1)).toEqual(ended);
    expect(shown.flat().filter((it) => it.type === 'event' && it.event.data.type === 'ended')).toHaveLength(1);
  });

  it('is shown in smaller pieces where a frame takes long, and in larger ones again where none does', () => {
    const { pace, shown, draw } = begin();
    pace.add(delta(0, text.length));
    for (let frames = 0; frames < 8; frames += 1) draw(60);
    const slow = textOf(shown.at(-1) ?? []).length;
    expect(slow).toBeLessThan(150);
    for (let frames = 0; frames < 8; frames += 1) draw(5);
    pace.add(change({ id: String(2 * text.length), data: { type: 'delta', text } }));
    draw();
    expect(textOf(shown.at(-1) ?? []).length).toBeGreaterThan(2 * slow);
  });

  it('is not put off for long where each piece takes long: being up to date comes first', () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const { pace, shown, draw } = begin();
    const long = 'x'.repeat(1_000_000);
    pace.add(change({ id: String(long.length), data: { type: 'delta', text: long } }));
    while (shown.map(textOf).join('').length < long.length && now < 60_000) {
      now += 200;
      draw(60);
    }
    // A fifth of what waits each time; in the smallest pieces it would take half an hour.
    expect(now).toBeLessThan(10_000);
  });

  it('is shown with that it failed behind it', () => {
    const { pace, shown, draw } = begin();
    pace.add(delta(0, 150));
    pace.add(delta(150, 290));
    pace.add({ type: 'unreadable', runId: 'r1', errorCode: 'internal' });
    for (let frames = 0; frames < 5; frames += 1) draw();
    expect(shown.map(textOf).join('')).toBe(text.slice(0, 290));
    expect(shown.flat().at(-1)).toEqual({ type: 'unreadable', runId: 'r1', errorCode: 'internal' });
  });

  it('is shown at once in a tab that nobody sees', () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const { pace, shown } = begin();
    pace.add(delta(0, text.length));
    expect(shown).toEqual([[delta(0, text.length)]]);
  });

  it('is not shown any more once it is closed', () => {
    const { pace, shown, draw } = begin();
    pace.add(delta(0, text.length));
    pace.close();
    draw();
    expect(shown).toHaveLength(1);
  });
});
