/** The frequencies that most people need. */
export const frequencies = ['hour', 'day', 'weekday', 'week', 'month'] as const;
export type Frequency = (typeof frequencies)[number];

/** The simple form of the times; fields irrelevant to the frequency keep their values. */
export type Simple = {
  readonly every: Frequency;
  /** The minute of the hour. */
  readonly minute: number;
  /** The time, 08:00; empty while none is entered. */
  readonly time: string;
  /** The days of the week, Sunday being 0. */
  readonly days: readonly number[];
  /** The day of the month. */
  readonly day: number;
};

export const weekdayMorning: Simple = { every: 'weekday', minute: 0, time: '08:00', days: [1], day: 1 };
/** The days of the week, Monday first. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;

/** Returns the cron expression of a simple form; empty if a part is missing. */
export function cronOf({ every, minute, time, days, day }: Simple): string {
  if (every === 'hour') return `${minute} * * * *`;
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  if (hours === undefined || minutes === undefined) return '';
  const at = `${Number(minutes)} ${Number(hours)}`;
  if (every === 'day') return `${at} * * *`;
  if (every === 'weekday') return `${at} * * 1-5`;
  if (every === 'month') return `${at} ${day} * *`;
  return days.length === 0 ? '' : `${at} * * ${[...days].sort((one, other) => one - other).join(',')}`;
}

/** Returns the simple form of a cron expression; null if there is none. */
export function simpleOf(cron: string): Simple | null {
  const fields = cron.trim().split(/\s+/);
  const [minuteField = '', hourField = '', dayField = '', monthField = '', weekdayField = ''] = fields;
  const [minute, hour] = [numberIn(minuteField, 0, 59), numberIn(hourField, 0, 23)];
  if (fields.length !== 5 || minute === null || monthField !== '*') return null;
  const isAnyDay = dayField === '*' && weekdayField === '*';
  if (hourField === '*') return isAnyDay ? { ...weekdayMorning, every: 'hour', minute } : null;
  if (hour === null) return null;
  const simple = { ...weekdayMorning, time: `${twoDigits(hour)}:${twoDigits(minute)}` };
  if (isAnyDay) return { ...simple, every: 'day' };
  if (dayField === '*') return onDays(simple, daysIn(weekdayField));
  const day = numberIn(dayField, 1, 31);
  return weekdayField === '*' && day !== null ? { ...simple, every: 'month', day } : null;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function onDays(simple: Simple, days: readonly number[] | null): Simple | null {
  if (days === null) return null;
  if (days.length === 7) return { ...simple, every: 'day' };
  return days.join() === '1,2,3,4,5' ? { ...simple, every: 'weekday', days } : { ...simple, every: 'week', days };
}

function numberIn(field: string, least: number, most: number): number | null {
  const value = /^\d{1,2}$/.test(field) ? Number(field) : NaN;
  return value >= least && value <= most ? value : null;
}

const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/**
 * Parses the days of a field such as `1-5`, `MON,WED` or `7`, Sunday being 0; null if it is more than a list of days.
 */
function daysIn(field: string): readonly number[] | null {
  const days = new Set<number>();
  for (const part of field.toUpperCase().split(',')) {
    const [, from = '', until = from] = /^(\w+)(?:-(\w+))?$/.exec(part) ?? [];
    const [first, last] = [dayNamed(from), dayNamed(until)];
    if (first === null || last === null || first > last) return null;
    for (let day = first; day <= last; day += 1) days.add(day % 7);
  }
  return [...days].sort((one, other) => one - other);
}

const dayNamed = (name: string): number | null => (names.includes(name) ? names.indexOf(name) : numberIn(name, 0, 7));
