import { allZones, clockIn, marksBetween, momentOf } from './zoned-time.ts';

const iso = (clock: string, zone: string) => new Date(momentOf(clock, zone)).toISOString();

test.each([
  ['2026-11-22T08:00', 'Europe/Berlin', '2026-11-22T07:00:00.000Z'],
  ['2026-07-22T08:00', 'Europe/Berlin', '2026-07-22T06:00:00.000Z'],
  ['2026-11-22T00:00', 'Asia/Kolkata', '2026-11-21T18:30:00.000Z'],
  ['2026-11-22T00:00', 'Australia/Lord_Howe', '2026-11-21T13:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
])('a clock that shows %s in %s does so at %s', (clock, zone, moment) => {
  expect(iso(clock, zone)).toBe(moment);
  expect(clockIn(zone, Date.parse(moment))).toBe(clock);
});

test('an hour that the clocks skip is after the gap, and what is no time is no moment', () => {
  expect(iso('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  expect(momentOf('', 'UTC')).toBeNaN();
});

test('every hour of the months in which clocks change is found again by what the clocks of five zones show', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Taipei'];
  const lost = zones.flatMap((zone) =>
    [2, 3, 9, 10]
      .flatMap((month) => Array.from({ length: 30 * 24 }, (_, hour) => Date.UTC(2026, month, 1, hour)))
      .filter((moment) => {
        const clock = clockIn(zone, moment);
        return clockIn(zone, momentOf(clock, zone)) !== clock;
      }),
  );
  expect(lost).toEqual([]);
});

test('a strip is marked at full hours or midnights of the zone, and so that there is room for their names', () => {
  const from = Date.parse('2026-11-22T10:20:00Z');
  const after = (hours: number, zone = 'Europe/Berlin') => marksBetween(from, from + hours * 3_600_000, zone);
  expect(after(5)).toEqual({ of: 'hours', moments: [11, 12, 13, 14, 15].map((hour) => Date.UTC(2026, 10, 22, hour)) });
  expect(after(4 * 24)).toEqual({ of: 'days', moments: [22, 23, 24, 25].map((day) => Date.UTC(2026, 10, day, 23)) });
  expect(after(29 * 24)).toEqual({
    of: 'weeks',
    moments: [22, 29, 36, 43, 50].map((of) => Date.UTC(2026, 10, of, 23)),
  });
  for (const hours of [1, 30, 100, 700, 9000, 50_000]) expect(after(hours).moments.length).toBeLessThanOrEqual(7);
});

test('the zones that can be chosen have UTC among them, and each can be told', () => {
  const zones = allZones();
  expect(zones).toContain('UTC');
  expect(zones).toContain('Asia/Taipei');
  for (const zone of zones) expect(clockIn(zone, 0)).toMatch(/^19(69|70)-/);
});
