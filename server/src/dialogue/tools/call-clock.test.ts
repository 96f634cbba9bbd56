import { CallClock } from './call-clock.ts';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});
afterEach(() => {
  jest.useRealTimers();
});

const person = () => Promise.withResolvers<undefined>();
const settled = () => Promise.resolve().then(() => undefined);

test('ends a call whose server is silent, and one that takes too long in all', () => {
  const late = jest.fn();
  const silent = new CallClock(300, 1_000, late);
  jest.advanceTimersByTime(200);
  silent.heard();
  jest.advanceTimersByTime(299);
  expect(late).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(late.mock.calls).toEqual([[300]]);
  jest.advanceTimersByTime(5_000);
  expect(late).toHaveBeenCalledTimes(1);

  const long = jest.fn();
  const busy = new CallClock(300, 1_000, long);
  for (let at = 0; at < 10; at += 1) {
    jest.advanceTimersByTime(100);
    busy.heard();
  }
  expect(long.mock.calls).toEqual([[1_000]]);
});

test('stands still while people are asked, and goes on when the last of them has answered', async () => {
  const late = jest.fn();
  const clock = new CallClock(300, 1_000, late);
  jest.advanceTimersByTime(250);
  const [one, other] = [person(), person()];
  const asking = [clock.paused(() => one.promise), clock.paused(() => other.promise)];
  jest.advanceTimersByTime(60_000);
  clock.heard();
  one.resolve(undefined);
  await asking[0];
  jest.advanceTimersByTime(60_000);
  expect([late.mock.calls.length, clock.activeMs]).toEqual([0, 250]);
  other.reject(new Error('withdrawn'));
  await expect(asking[1]).rejects.toThrow('withdrawn');
  // The silence begins anew, and the rest of the time runs.
  jest.advanceTimersByTime(299);
  expect([late.mock.calls.length, clock.activeMs]).toEqual([0, 549]);
  clock.heard();
  jest.advanceTimersByTime(299);
  clock.heard();
  jest.advanceTimersByTime(151);
  expect(late).not.toHaveBeenCalled();
  jest.advanceTimersByTime(1);
  expect(late.mock.calls).toEqual([[1_000]]);
});

test('that is stopped ends nothing, also if a person answers afterwards', async () => {
  const late = jest.fn();
  const clock = new CallClock(300, 1_000, late);
  const asked = person();
  const asking = clock.paused(() => asked.promise);
  clock.stop();
  asked.resolve(undefined);
  await asking;
  await settled();
  jest.advanceTimersByTime(5_000);
  expect(late).not.toHaveBeenCalled();
});
