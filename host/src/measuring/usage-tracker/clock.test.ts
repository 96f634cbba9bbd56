import { createClock } from './clock.ts';

test('a clock does not go back or jump with the wall clock, and goes on through a sleep', () => {
  let [monotonic, wall] = [1000, 5_000_000];
  const pass = (seen: number, onTheWall = seen) => {
    monotonic += seen;
    wall += onTheWall;
  };
  const clock = createClock(
    () => monotonic,
    () => wall,
  );
  expect(clock()).toBe(1000);
  pass(10_000);
  expect(clock()).toBe(11_000);
  pass(10_000, -3_600_000); // the wall clock is put back an hour
  expect(clock()).toBe(21_000);
  pass(10_000, 12_000); // it is corrected by seconds
  expect(clock()).toBe(31_000);
  pass(10_000, 600_000); // ten minutes on the wall clock only: a sleep
  expect(clock()).toBe(31_000 + 600_000);
  pass(600_000); // a system whose monotonic clock runs during sleep
  expect(clock()).toBe(31_000 + 1_200_000);
});
