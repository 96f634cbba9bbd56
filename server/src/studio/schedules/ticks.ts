import { previewedTicks, type ScheduleDefinition, type Tick } from '@parlance/shared/contract/api/schedules';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type Cron, firstAt, leastDistance, parseCron } from './cron.ts';
import { type Moment, type Zone, instantOf, zoneNamed } from './zone.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

export type When = Pick<ScheduleDefinition, 'cron' | 'time_zone' | 'starts_at' | 'ends_at' | 'maximum_a_day'>;

/** A definition's clock, read. */
export type Clock = { readonly cron: Cron; readonly zone: Zone; readonly startsAt: number; readonly endsAt: number };

/**
 * Null where the expression or the zone is none: of a zone that a later release of the IANA database has dropped, too.
 */
export function readClock({ cron: text, time_zone, starts_at, ends_at }: When): Clock | null {
  const [cron, zone] = [parseCron(text), zoneNamed(time_zone)];
  if (cron === null || zone === null) return null;
  return {
    cron,
    zone,
    startsAt: starts_at === null ? -Infinity : Date.parse(starts_at),
    endsAt: ends_at === null ? Infinity : Date.parse(ends_at),
  };
}

/**
 * The same of what somebody wants to save. Throws cron_unusable, cron_never and, of ticks that are less than
 * `minutesBetween` apart, cron_too_often.
 */
export function requireClock(when: When, minutesBetween: number): Clock {
  const clock = readClock(when);
  if (clock === null) throw new ApiError('cron_unusable');
  if (firstAt(clock.cron, 0) === null) throw new ApiError('cron_never');
  if (isTooOften(clock, minutesBetween))
    throw new ApiError('cron_too_often', { issues: [{ path: 'minutes_between', message: String(minutesBetween) }] });
  return clock;
}

export const isTooOften = ({ cron }: Clock, minutesBetween: number): boolean => leastDistance(cron) < minutesBetween;

/** The first tick after an instant, in the window; null where none is left. */
export function nextTick({ cron, zone, startsAt, endsAt }: Clock, after: number): Moment | null {
  const from = Math.max(after, startsAt - 1);
  let wall = firstAt(cron, zone.wallAt(Math.floor(from / 1000) * 1000));
  while (wall !== null) {
    const moment = instantOf(zone, wall);
    if (moment.at > from) return moment.at < endsAt ? moment : null;
    // Continues in a repeated hour, or at the same instant.
    wall = firstAt(cron, wall + minuteMs);
  }
  return null;
}

/** Returns the start of the zone's day that contains an instant. */
export function dayBegins({ zone }: Pick<Clock, 'zone'>, instant: number): number {
  return instantOf(zone, Math.floor(zone.wallAt(instant) / dayMs) * dayMs).at;
}

/** The first tick of a later day. */
export function tickOfLaterDay(clock: Clock, instant: number): Moment | null {
  const tomorrow = Math.floor(clock.zone.wallAt(instant) / dayMs) * dayMs + dayMs;
  return nextTick(clock, instantOf(clock.zone, tomorrow).at - 1);
}

/** The next ones, no more of a day than there may be. */
export function previewTicks(clock: Clock, { maximum_a_day: most }: Pick<When, 'maximum_a_day'>, now: number): Tick[] {
  const ticks: Tick[] = [];
  let [day, ofDay] = [0, 0];
  let next = nextTick(clock, now);
  while (next !== null && ticks.length < previewedTicks) {
    const itsDay = dayBegins(clock, next.at);
    if (itsDay !== day) [day, ofDay] = [itsDay, 0];
    ofDay += 1;
    ticks.push({ at: new Date(next.at).toISOString(), clock_change: next.clockChange });
    next = most !== null && ofDay >= most ? tickOfLaterDay(clock, next.at) : nextTick(clock, next.at);
  }
  return ticks;
}
