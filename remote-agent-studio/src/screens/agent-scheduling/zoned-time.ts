const formats = new Map<string, Intl.DateTimeFormat>();

/** Intl makes a format slowly, and the same few zones are asked for again and again. */
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

/** What a clock in the zone shows at a moment, as `datetime-local` writes it: 2026-11-22T08:00. */
export function clockIn(zone: string, moment: number): string {
  const parts = new Map(
    formatIn(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** As a clock would show it that runs through: a number to reckon with. */
const asNumber = (clock: string): number => Date.parse(`${clock}Z`);

/**
 * The moment at which a clock in the zone shows this; where it never does, as long after the gap as it would have been
 * in it. NaN for what is no time.
 */
export function momentOf(clock: string, zone: string): number {
  const wanted = asNumber(clock);
  if (Number.isNaN(wanted)) return NaN;
  const offsetAt = (moment: number) => asNumber(clockIn(zone, moment)) - moment;
  const guess = wanted - offsetAt(wanted);
  return wanted - offsetAt(guess);
}

/** Every time zone that the browser knows. */
export const allZones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const hour = 3_600_000;
const day = 24 * hour;
/** How far apart the marks of a strip may be. */
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
/** More marks than this cannot be read on a narrow page. */
const marksAtMost = 6;

export type Marks = {
  readonly moments: readonly number[];
  /** What lies between them. */ readonly of: 'hours' | 'days' | 'weeks' | 'months';
};
/** From the Thursday with which time is counted to a Monday. */
const toMonday = 4 * day;

/** Where a strip from one moment to another is marked: at full hours, midnights or beyond of the zone. */
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
