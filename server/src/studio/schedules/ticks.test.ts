import { firstAt, leastDistance, parseCron } from './cron.ts';
import { nextTick, previewTicks, readClock, requireClock } from './ticks.ts';

// A year of minutes in five zones, each asked of Intl, on a machine that may be busy with other tests.
jest.setTimeout(600_000);

const always = { starts_at: null, ends_at: null, maximum_a_day: null };
const clockOf = (cron: string, time_zone: string) => {
  const clock = readClock({ ...always, cron, time_zone });
  if (clock === null) throw new Error(`${cron} in ${time_zone} cannot be read.`);
  return clock;
};
const iso = (instant: number | undefined) => (instant === undefined ? null : new Date(instant).toISOString());
const after = (cron: string, zone: string, from: string) => iso(nextTick(clockOf(cron, zone), Date.parse(from))?.at);

type LocalTime = {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly month: number;
  readonly weekday: number;
};
/** What each expression says, in other words than those of the reader that is tested. */
const expressions: Readonly<Record<string, (shown: LocalTime) => boolean>> = {
  '*/30 * * * *': ({ minute }) => minute % 30 === 0,
  '30 2 * * *': ({ hour, minute }) => hour === 2 && minute === 30,
  '10,45 1-3 * * sun': ({ hour, minute, weekday }) =>
    weekday === 0 && hour >= 1 && hour <= 3 && (minute === 10 || minute === 45),
  '0 9-17/2 * * 1-5': ({ hour, minute, weekday }) =>
    minute === 0 && [9, 11, 13, 15, 17].includes(hour) && weekday >= 1 && weekday <= 5,
  '0 0 1 * *': ({ hour, minute, day }) => minute === 0 && hour === 0 && day === 1,
  '5 12 13 * 5': ({ hour, minute, day, weekday }) => minute === 5 && hour === 12 && (day === 13 || weekday === 5),
  '59 23 28-31 feb,dec *': ({ hour, minute, day, month }) =>
    minute === 59 && hour === 23 && day >= 28 && (month === 2 || month === 12),
};
const zones = ['Australia/Lord_Howe', 'Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Asia/Taipei'];
const minuteMs = 60_000;
const year = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };

/**
 * Every moment of the year at which each expression is due, minute by minute, from what Intl shows: what clocks leave
 * out is due with the first minute after it, and what they show for the second time is not due again.
 */
function dueByTheMinute(zone: string): Record<string, number[]> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const wallAt = (instant: number) => Date.parse(`${format.format(instant).replace(' ', 'T')}Z`);
  const due = Object.fromEntries(Object.keys(expressions).map((text): [string, number[]] => [text, []]));
  let shownLast = wallAt(year.from - minuteMs);
  for (let at = year.from; at < year.to; at += minuteMs) {
    const wall = wallAt(at);
    for (let missing = shownLast + minuteMs; missing <= wall; missing += minuteMs) {
      const date = new Date(missing);
      const shown = {
        minute: date.getUTCMinutes(),
        hour: date.getUTCHours(),
        day: date.getUTCDate(),
        month: date.getUTCMonth() + 1,
        weekday: date.getUTCDay(),
      };
      for (const [text, isDue] of Object.entries(expressions))
        if (isDue(shown) && due[text]?.at(-1) !== at) due[text]?.push(at);
    }
    shownLast = Math.max(shownLast, wall);
  }
  return due;
}

function* ticks(cron: string, zone: string) {
  const clock = clockOf(cron, zone);
  for (let next = nextTick(clock, year.from - 1); next !== null && next.at < year.to; next = nextTick(clock, next.at))
    yield next.at;
}

test('a simulated year of ticks is that of a clock that is looked at every minute, in zones that change theirs by an hour, by half an hour, and never', () => {
  let compared = 0;
  for (const zone of zones) {
    for (const [cron, due] of Object.entries(dueByTheMinute(zone))) {
      const told = [...ticks(cron, zone)];
      expect({
        zone,
        cron,
        different: told
          .filter((at, place) => at !== due[place])
          .slice(0, 3)
          .map(iso),
        count: told.length,
      }).toEqual({ zone, cron, different: [], count: due.length });
      compared += due.length;
    }
  }
  console.info(
    `${zones.length} time zones, ${(year.to - year.from) / minuteMs} minutes each, ${Object.keys(expressions).length} expressions: ${compared} ticks, 0 different from the reference`,
  );
});

test('an hour that does not exist is due right after, and one that comes twice the first time alone', () => {
  expect(after('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(after('30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z')).toBe('2026-03-30T00:30:00.000Z');
  expect(after('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:30:00.000Z');
  expect(after('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:30:00.000Z');
  expect(after('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z')).toBe('2026-10-03T15:30:00.000Z');
  const preview = (from: string) =>
    previewTicks(clockOf('30 2 * * *', 'Europe/Berlin'), always, Date.parse(from)).map(
      ({ clock_change: change }) => change,
    );
  expect(preview('2026-03-27T12:00:00Z')).toEqual([null, 'skipped_hour', null, null, null]);
  expect(preview('2026-10-24T12:00:00Z')).toEqual(['repeated_hour', null, null, null, null]);
});

test('a leap day is waited for, also across a turn of a century that has none', () => {
  expect(after('0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z')).toBe('2028-02-29T00:00:00.000Z');
  expect(after('0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z')).toBe('2104-02-29T00:00:00.000Z');
});

test('a window has no tick outside, and a day no more than it may', () => {
  const when = {
    cron: '0 * * * *',
    time_zone: 'Asia/Taipei',
    starts_at: '2026-06-01T20:00:00.000Z',
    ends_at: '2026-06-03T16:00:00.000Z',
    maximum_a_day: 2,
  };
  const clock = readClock(when);
  expect(
    clock === null ? [] : previewTicks(clock, when, Date.parse('2026-01-01T00:00:00Z')).map(({ at }) => at),
  ).toEqual([
    '2026-06-01T20:00:00.000Z',
    '2026-06-01T21:00:00.000Z',
    '2026-06-02T16:00:00.000Z',
    '2026-06-02T17:00:00.000Z',
  ]);
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * 32 * *',
  '* * * 13 *',
  '* * * * 8',
  '*/0 * * * *',
  '5-1 * * * *',
  '1,,2 * * * *',
  'a * * * *',
  '* * * foo *',
  '-1 * * * *',
  '1.5 * * * *',
  '*-5 * * * *',
  '@daily x x x x',
  '1-2-3 * * * *',
])('“%s” is no expression', (text) => {
  expect(parseCron(text)).toBeNull();
});

test('names, steps and both Sundays are read', () => {
  expect(after('0 8 * jan-mar mon', 'UTC', '2026-03-25T00:00:00Z')).toBe('2026-03-30T08:00:00.000Z');
  expect(after('0 8 * * 7', 'UTC', '2026-03-25T00:00:00Z')).toBe(after('0 8 * * 0', 'UTC', '2026-03-25T00:00:00Z'));
  expect(after('50/5 8 * * *', 'UTC', '2026-03-25T08:51:00Z')).toBe('2026-03-25T08:55:00.000Z');
});

test.each([
  ['* * * * *', 1],
  ['*/7 * * * *', 4],
  ['0 * * * *', 60],
  ['0 9,17 * * *', 480],
  ['0,59 0,23 * * *', 1],
  ['0,59 0,23 1,15 * *', 59],
  ['59,0 23,0 28,1 2,3 *', 1],
  ['0 0 1 * *', Infinity],
])('two moments of “%s” are at least %s minutes apart', (text, minutes) => {
  const cron = parseCron(text);
  expect(cron === null ? null : leastDistance(cron)).toBe(minutes);
});

test('what cannot be used, never comes or comes too often is refused, and says so', () => {
  const refused = (cron: string, time_zone: string, minutes = 15) => {
    try {
      requireClock({ ...always, cron, time_zone }, minutes);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  expect(refused('0 0 30 2 *', 'UTC')).toBe('cron_never');
  expect(refused('0 0 31 2,4,6,9,11 *', 'UTC')).toBe('cron_never');
  expect(refused('*/10 * * * *', 'UTC')).toBe('cron_too_often');
  expect(refused('*/15 * * * *', 'UTC')).toBeNull();
  for (const zone of ['Mars/Olympus', '+01:00', '']) expect(refused('0 0 * * *', zone)).toBe('cron_unusable');
  expect(refused('0 0 * *', 'UTC')).toBe('cron_unusable');
  const never = parseCron('0 0 30 2 *');
  expect(never === null ? undefined : firstAt(never, 0)).toBeNull();
});
