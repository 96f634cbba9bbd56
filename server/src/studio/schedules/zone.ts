import type { Wall } from './cron.ts';

const minuteMs = 60_000;
/** Clocks are moved by less than this, and never twice within it. */
const aroundMs = 3 * 3_600_000;

/** The clock of a time zone. */
export type Zone = {
  /** Returns the wall-clock time at an instant. */
  wallAt(instant: number): Wall;
};

const kept = new Map<string, Zone>();
/** The size of the cache: more names than exist would be requested only to fill memory. */
const keptAtMost = 1_000;

/**
 * The zone of this name in the IANA database; null where there is none. An offset is no zone: it knows of no daylight
 * saving.
 */
export function zoneNamed(name: string): Zone | null {
  const known = kept.get(name);
  if (known !== undefined) return known;
  if (!/^[A-Za-z]/.test(name)) return null;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  const zone: Zone = { wallAt: (instant) => readWall(format, instant) };
  if (kept.size < keptAtMost) kept.set(name, zone);
  return zone;
}

function readWall(format: Intl.DateTimeFormat, instant: number): Wall {
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
    format.format(instant).match(/\d+/g)?.map(Number) ?? [];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export type Moment = { readonly at: number; readonly clockChange: 'skipped_hour' | 'repeated_hour' | null };

/**
 * Returns the instant at which clocks show this: the first one if they do so twice, and right after the jump if they
 * never do.
 */
export function instantOf({ wallAt }: Zone, wall: Wall): Moment {
  const offsetAt = (instant: number) => wallAt(instant) - instant;
  // The offset a little before and a little after; they are the same on all but two days of a year.
  const near = wall - offsetAt(wall - offsetAt(wall));
  const before = offsetAt(near - aroundMs);
  const after = offsetAt(near + aroundMs);
  const [early, late] = [wall - before, wall - after];
  const isEarly = wallAt(early) === wall;
  const isLate = wallAt(late) === wall;
  if (isEarly || isLate)
    return { at: isEarly ? early : late, clockChange: isEarly && isLate && early !== late ? 'repeated_hour' : null };
  return { at: changeBetween(offsetAt, near - aroundMs, near + aroundMs), clockChange: 'skipped_hour' };
}

/** The first instant of the later offset. */
function changeBetween(offsetAt: (instant: number) => number, from: number, to: number): number {
  const earlier = offsetAt(from);
  let [low, high] = [Math.floor(from / minuteMs), Math.ceil(to / minuteMs)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * minuteMs) === earlier) low = middle;
    else high = middle;
  }
  return high * minuteMs;
}
