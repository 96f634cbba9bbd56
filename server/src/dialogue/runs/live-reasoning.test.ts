import { reasoningMaxLength } from '@parlance/shared/contract/api/runs/reasoning';
import { LiveReasoning } from './live-reasoning.ts';

let now: number;
let reasoning: LiveReasoning;
beforeEach(() => {
  now = 1_000;
  reasoning = new LiveReasoning(() => now);
});

/** Hears a piece after a while, and shows it. */
function hear(text: string, after = 0): void {
  now += after;
  reasoning.hear(text);
  reasoning.release();
}

function end(after = 0): void {
  now += after;
  reasoning.end();
  reasoning.release();
}

test('the time counts from the first piece to the first other thing, and over all stretches', () => {
  now += 700;
  hear('First', 0);
  expect(reasoning.shown).toEqual({ text: 'First', ms: 0, isOver: false });
  hear(' this.', 250);
  expect(reasoning.shown).toEqual({ text: 'First this.', ms: 250, isOver: false });
  end(250);
  expect(reasoning.shown).toEqual({ text: 'First this.', ms: 500, isOver: true });
  hear('Then that.', 9_000);
  expect(reasoning.shown).toEqual({ text: 'First this.\n\nThen that.', ms: 500, isOver: false });
  end(40);
  expect(reasoning.shown).toEqual({ text: 'First this.\n\nThen that.', ms: 540, isOver: true });
});

test('what goes on from another process keeps its time, and begins a paragraph', () => {
  reasoning.goOnFrom({ text: 'Before.', ms: 300 });
  expect(reasoning.shown).toEqual({ text: 'Before.', ms: 300, isOver: true });
  hear('After.', 5_000);
  end(100);
  expect(reasoning.shown).toEqual({ text: 'Before.\n\nAfter.', ms: 400, isOver: true });
});

test.each([
  ['a line that is ended', ['One\n', null, 'two'], 'One\n\ntwo'],
  ['a paragraph that is ended', ['One\n\n', null, '\n\ntwo'], 'One\n\ntwo'],
  ['space around a stretch of its own', ['One', null, ' \n', null, 'two'], 'One\n\ntwo'],
  ['space within a stretch', ['One', '\n  ', 'two'], 'One\n  two'],
  ['half a character and what a database cannot hold', ['\uD83D', '\uDE42\0a\uDE42'], '🙂a\uFFFD'],
])('%s: it reads as written, in paragraphs', (_, pieces, text) => {
  for (const piece of pieces) {
    if (piece === null) end();
    else hear(piece);
  }
  end();
  expect(reasoning.shown?.text).toBe(text);
});

test('space alone is no reasoning, and takes no time', () => {
  hear('\n\n');
  end(500);
  expect(reasoning.shown).toBeNull();
  hear('\n');
  hear('So', 500);
  end(100);
  expect(reasoning.shown).toEqual({ text: 'So', ms: 100, isOver: true });
});

test('what was said and turned out to be reasoning counts from when it was said', () => {
  now += 3_000;
  reasoning.countFrom(1_500);
  hear('It was said.');
  end();
  expect(reasoning.shown?.ms).toBe(2_500);
});

test('it is kept up to its limit, and waited for beyond it', () => {
  hear('a'.repeat(reasoningMaxLength - 1));
  hear('bc', 100);
  hear('d', 100);
  expect(reasoning.shown?.text).toHaveLength(reasoningMaxLength);
  expect(reasoning.shown?.text.at(-1)).toBe('b');
  end(100);
  hear('e', 100);
  end(100);
  expect(reasoning.shown).toMatchObject({ ms: 400, isOver: true });
  expect(reasoning.shown?.text).toHaveLength(reasoningMaxLength);
});
