import fc from 'fast-check';
import { addMonths, periodAt } from './periods.ts';

const daysOf = (anchor: string, months: number) =>
  Array.from({ length: months }, (_, month) => addMonths(new Date(anchor), month).toISOString().slice(0, 10));

test('what begins on 31 January is renewed on the last day of shorter months, and on the 31st again', () => {
  expect(daysOf('2026-01-31T10:00:00Z', 14)).toEqual([
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    '2026-11-30',
    '2026-12-31',
    '2027-01-31',
    '2027-02-28',
  ]);
});

test('in a leap year February has a day more, and 29 February is renewed on the 28th in others', () => {
  expect(daysOf('2028-01-30T00:00:00Z', 3)).toEqual(['2028-01-30', '2028-02-29', '2028-03-30']);
  expect(addMonths(new Date('2028-02-29T23:59:59.999Z'), 12).toISOString()).toBe('2029-02-28T23:59:59.999Z');
  expect(addMonths(new Date('2028-02-29T00:00:00Z'), 48).toISOString()).toBe('2032-02-29T00:00:00.000Z');
  // 2100 is none.
  expect(addMonths(new Date('2096-02-29T00:00:00Z'), 48).toISOString()).toBe('2100-02-28T00:00:00.000Z');
});

const moments = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2034-01-01T00:00:00Z'),
  noInvalidDate: true,
});

test('a moment lies in its period, whose end is the beginning of the next', () => {
  fc.assert(
    fc.property(moments, moments, (one, other) => {
      const [anchor, moment] = [one, other].sort((a, b) => a.getTime() - b.getTime()) as [Date, Date];
      const { begin, end } = periodAt(anchor, moment);
      expect(begin <= moment && moment < end).toBe(true);
      expect(periodAt(anchor, end).begin).toEqual(end);
      expect(begin >= anchor).toBe(true);
    }),
  );
});

test('the periods of ten years have no gap and do not overlap', () => {
  fc.assert(
    fc.property(moments, (anchor) => {
      let { end } = periodAt(anchor, anchor);
      for (let month = 1; month < 120; month += 1) {
        const next = periodAt(anchor, end);
        expect(next.begin).toEqual(end);
        ({ end } = next);
      }
    }),
    { numRuns: 20 },
  );
});
