import type { Meter } from '@parlance/shared/contract/values/meter';
import { runsOutOn } from './runs-out.ts';

const now = new Date('2026-11-22T12:00:00Z');
const seats = (used: number, limit: number | null): Meter => ({ kind: 'seats', used, limit, resets_at: null });
const since = new Date('2026-10-23T12:00:00Z');

test('what goes on as in the last thirty days is full on the day it says', () => {
  expect(runsOutOn(seats(10, 20), { gained: 10, since }, now)).toBe('2026-12-22');
  expect(runsOutOn(seats(10, 20), { gained: 1, since }, now)).toBe('2027-09-18');
});

test('it never does without a limit, without growth, or beyond a year', () => {
  expect(runsOutOn(seats(10, null), { gained: 10, since }, now)).toBeNull();
  expect(runsOutOn(seats(10, 20), { gained: 0, since }, now)).toBeNull();
  expect(runsOutOn(seats(10, 2000), { gained: 1, since }, now)).toBeNull();
});

test('what is full is so today', () => {
  expect(runsOutOn(seats(20, 20), { gained: 0, since }, now)).toBe('2026-11-22');
  expect(runsOutOn(seats(25, 20), { gained: 3, since }, now)).toBe('2026-11-22');
});

test('what begins anew before it is full never is', () => {
  const dialogues: Meter = { kind: 'dialogues', used: 50, limit: 100, resets_at: '2026-12-01T00:00:00.000Z' };
  const pace = { gained: 50, since: new Date('2026-11-01T00:00:00Z') };
  expect(runsOutOn(dialogues, pace, now)).toBeNull();
  expect(runsOutOn({ ...dialogues, used: 80 }, { ...pace, gained: 80 }, now)).toBe('2026-11-27');
});

test('a few days say nothing about a year', () => {
  expect(runsOutOn(seats(1, 11), { gained: 1, since: new Date('2026-11-15T12:00:01Z') }, now)).toBeNull();
  expect(runsOutOn(seats(1, 11), { gained: 1, since: new Date('2026-11-15T12:00:00Z') }, now)).toBe('2027-01-31');
});
