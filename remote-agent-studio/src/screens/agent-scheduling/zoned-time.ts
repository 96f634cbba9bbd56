const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached formatter: Intl creates one slowly, and the same few zones are needed again and again. */
function formatIn(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Returns the local time in a zone at a moment, in the format of `datetime-local`: 2026-11-22T08:00. */
export function clockIn(zone: string, moment: number): string {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** Returns a local time as a number for arithmetic, on a clock without gaps. */
const asNumber = (clock: string): number => Date.parse(`${clock}Z`);

/**
 * Returns the moment of a local time in a zone; a time in a gap is shifted behind it by as much as it is into it. NaN
 * for an invalid time.
 */
export function momentOf(clock: string, zone: string): number {
  const wanted = asNumber(clock);
  if (Number.isNaN(wanted)) return NaN;
  const offsetAt = (moment: number) => asNumber(clockIn(zone, moment)) - moment;
  const guess = wanted - offsetAt(wanted);
  return wanted - offsetAt(guess);
}

/** Returns every time zone that the browser knows. */
export const allZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const hour = 3_600_000;
const day = 24 * hour;
/** The allowed distances of a strip's marks. */
const steps = [
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  30 * day,
  91 * day,
  365 * day,
  3650 * day,
];
/** The most marks that are legible on a narrow page. */
const marksAtMost = 6;

export type Marks = {
  readonly moments: readonly number[];
  /** The unit of the distance. */ readonly of: 'hours' | 'days' | 'weeks' | 'months';
};
/** The offset from the Thursday of the epoch to a Monday. */
const toMonday = 4 * day;

/** Returns the marks of a strip from one moment to another: at full hours, midnights or coarser steps in the zone. */
export function marksBetween(from: number, until: number, zone: string): Marks {
  const step = steps.find((it) => (until - from) / it <= marksAtMost) ?? 3650 * day;
  const moments: number[] = [];
  const first = step % (7 * day) === 0 ? toMonday : 0;
  for (let clock = (Math.floor((asNumber(clockIn(zone, from)) - first) / step) + 1) * step + first; ; clock += step) {
    const moment = momentOf(new Date(clock).toISOString().slice(0, 16), zone);
    if (!(moment < until)) break;
    moments.push(moment);
  }
  return { moments, of: step < day ? 'hours' : step < 7 * day ? 'days' : step < 91 * day ? 'weeks' : 'months' };
}
