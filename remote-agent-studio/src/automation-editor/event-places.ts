import { textOfValue } from '@parlance/shared/contract/agents/automation-places';

/** A path of an event: its name, its value, and the paths within. */
export type Place = {
  readonly path: string;
  readonly name: string;
  readonly shown: string;
  readonly within: readonly Place[];
};

/** The most paths shown. Others can be typed. The first items of a list stand for all. */
const placesAtMost = 200;
const itemsAtMost = 3;
const pathMaxLength = 200;
const shownMaxLength = 60;
const nameable = /^[\w-]+$/;

/** Returns the paths of an event that a prompt can name, however deep. */
export function placesOf(event: unknown): readonly Place[] {
  const room = { left: placesAtMost };
  return within(event, '', room);
}

function within(value: unknown, before: string, room: { left: number }): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value).slice(0, Array.isArray(value) ? itemsAtMost : placesAtMost);
  return entries.flatMap(([name, inner]) => {
    const path = before === '' ? name : `${before}.${name}`;
    if (!nameable.test(name) || path.length > pathMaxLength || room.left <= 0) return [];
    room.left -= 1;
    return [{ path, name, shown: shorten(inner), within: within(inner, path, room) }];
  });
}

function shorten(value: unknown): string {
  if (typeof value === 'object' && value !== null) return '';
  const text = textOfValue(value);
  return text.length > shownMaxLength ? `${text.slice(0, shownMaxLength).toWellFormed()}…` : text;
}

/** Returns the paths to scalar values, for a field that offers them. */
export const pathsOf = (places: readonly Place[]): readonly string[] =>
  places.flatMap(({ path, within: inner }) => (inner.length > 0 ? pathsOf(inner) : [path]));

/** Parses an event that was typed; undefined if it is not JSON. */
export function readEvent(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
