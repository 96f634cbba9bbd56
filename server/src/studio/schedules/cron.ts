/** A clock on a wall: what it shows, as if it were UTC. Milliseconds. */
export type Wall = number;

const minuteMs = 60_000;
const dayMs = 86_400_000;
const minutesADay = 1_440;
/** 29 February comes again after eight years at the latest, across a turn of a century without a leap day. */
const searchedDays = 8 * 366 + 1;

type Field = { readonly first: number; readonly last: number; readonly names?: readonly string[] };
const fields = [
  { first: 0, last: 59 },
  { first: 0, last: 23 },
  { first: 1, last: 31 },
  { first: 1, last: 12, names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] },
  // 7 is Sunday as well.
  { first: 0, last: 7, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
] as const satisfies readonly Field[];

/** A cron expression of five fields: minute, hour, day of the month, month, weekday. */
export type Cron = {
  /** The times of a day in minutes since midnight, in order. */
  readonly times: readonly number[];
  isOn(day: Wall): boolean;
};

/**
 * Reads an expression; null where it is none. Where both days are given one of them is enough, as cron has always had
 * it.
 */
export function parseCron(text: string): Cron | null {
  const parts = text.trim().toLowerCase().split(/\s+/);
  if (parts.length !== fields.length) return null;
  const [minutes, hours, days, months, weekdays] = fields.map((field, at) => parseField(parts[at] ?? '', field));
  if (!minutes || !hours || !days || !months || !weekdays) return null;
  const times = [...hours]
    .flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute))
    .sort((one, other) => one - other);
  const [anyDay, anyWeekday] = [parts[2], parts[4]].map((part) => part?.startsWith('*') === true);
  const isOn = (day: Wall) => {
    const date = new Date(day);
    if (!months.has(date.getUTCMonth() + 1)) return false;
    const isDay = days.has(date.getUTCDate());
    const isWeekday = weekdays.has(date.getUTCDay()) || (date.getUTCDay() === 0 && weekdays.has(7));
    return anyDay || anyWeekday ? isDay && isWeekday : isDay || isWeekday;
  };
  return { times, isOn };
}

function parseField(text: string, field: Field): Set<number> | null {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d{1,4}))?$/.exec(part) ?? [];
    const ends = endsOf(range, step !== undefined, field);
    const by = step === undefined ? 1 : Number(step);
    if (ends === null || by === 0) return null;
    for (let value = ends[0]; value <= ends[1]; value += by) found.add(value);
  }
  return found;
}

/** `*`, a value, or two with a dash between; a value with a step goes on to the last one. */
function endsOf(range: string, hasStep: boolean, field: Field): [number, number] | null {
  if (range === '*') return [field.first, field.last];
  const values = range.split('-').map((word) => valueOf(word, field));
  const [from, to = hasStep ? field.last : from] = values;
  if (values.length > 2 || from === null || from === undefined || to === null || to === undefined || from > to)
    return null;
  return [from, to];
}

function valueOf(word: string, { first, last, names }: Field): number | null {
  const named = names?.indexOf(word) ?? -1;
  if (named >= 0) return named + first;
  const value = /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
  return value >= first && value <= last ? value : null;
}

const dayOf = (wall: Wall): Wall => Math.floor(wall / dayMs) * dayMs;

/** The first moment on the wall, at this one or later, that the expression says; null where there is none. */
export function firstAt({ times, isOn }: Cron, from: Wall): Wall | null {
  const begin = dayOf(from);
  const minute = Math.ceil((from - begin) / minuteMs);
  const later = times.find((time) => time >= minute);
  if (later !== undefined && isOn(begin)) return begin + later * minuteMs;
  const [earliest] = times;
  if (earliest === undefined) return null;
  for (let day = begin + dayMs, searched = 0; searched < searchedDays; day += dayMs, searched += 1)
    if (isOn(day)) return day + earliest * minuteMs;
  return null;
}

/**
 * The least minutes between two moments of the expression; Infinity where at least a whole day lies between any two.
 */
export function leastDistance({ times, isOn }: Cron): number {
  const within = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  return Math.min(...within, follows(isOn) ? minutesADay - last + first : Infinity);
}

/** Says whether it ever falls on two consecutive days: in 28 years, every day of a month falls on every weekday. */
function follows(isOn: Cron['isOn']): boolean {
  for (let at = 0; at < 28 * 366; at += 1) if (isOn(at * dayMs) && isOn((at + 1) * dayMs)) return true;
  return false;
}
