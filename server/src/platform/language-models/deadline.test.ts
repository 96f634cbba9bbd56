import { deadlinesOf, watchDeadline } from './deadline.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const never = new AbortController().signal;
const deadlines = { firstMs: 100, betweenMs: 50, totalMs: 1_000 };

test('somebody who is there and says nothing is waited for anew', () => {
  const watched = watchDeadline(never, deadlines);
  for (let sign = 0; sign < 5; sign++) {
    jest.advanceTimersByTime(90);
    watched.isAlive();
  }
  expect(watched.signal.aborted).toBe(false);
  jest.advanceTimersByTime(101);
  expect(watched.cause()).toMatchObject({ code: 'model_timeout', message: expect.stringContaining('first piece') });
});

test('behind the first word each further one has its own time, and a sign of life sets it back', () => {
  const watched = watchDeadline(never, deadlines);
  watched.heard();
  jest.advanceTimersByTime(40);
  watched.isAlive();
  jest.advanceTimersByTime(40);
  expect(watched.signal.aborted).toBe(false);
  jest.advanceTimersByTime(11);
  expect(watched.cause()).toMatchObject({ message: expect.stringContaining('further piece') });
});

test('behind the reason of the end nothing is waited for long, unless the answer goes on', () => {
  const watched = watchDeadline(never, { ...deadlines, tailMs: 20 });
  watched.heard();
  watched.ending();
  jest.advanceTimersByTime(15);
  watched.heard();
  jest.advanceTimersByTime(40);
  expect([watched.signal.aborted, watched.hasEnded()]).toEqual([false, false]);
  watched.ending();
  jest.advanceTimersByTime(21);
  expect([watched.signal.aborted, watched.hasEnded()]).toEqual([true, true]);
  const left = new AbortController();
  const another = watchDeadline(left.signal, deadlines);
  another.ending();
  left.abort();
  jest.advanceTimersByTime(51);
  expect(another.hasEnded()).toBe(false);
});

test('no sign of life makes an answer longer than it may be', () => {
  const watched = watchDeadline(never, deadlines);
  for (let sign = 0; sign < 20; sign++) {
    watched.isAlive();
    jest.advanceTimersByTime(51);
  }
  expect(watched.cause()).toMatchObject({ message: expect.stringContaining('end of its answer') });
});

test('a model that nothing is declared of has two minutes, and what is declared counts', () => {
  expect(deadlinesOf({})).toEqual({ firstMs: 120_000, betweenMs: 60_000, totalMs: 600_000 });
  expect(deadlinesOf({ first: 900, between: 10 })).toEqual({ firstMs: 900_000, betweenMs: 10_000, totalMs: 1_380_000 });
});
