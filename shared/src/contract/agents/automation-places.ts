import type { Condition } from './automation.ts';
import type { EventPlace } from './event-material.ts';

/** A placeholder `{{path}}`, with optional space around the path. */
const place = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;

/**
 * Returns the value of an event at a path; undefined if it has none there. Only sent values count, not properties an
 * object inherits.
 */
export function valueAt(event: unknown, path: string): unknown {
  let value = event;
  for (const name of path.split('.')) {
    if (
      typeof value !== 'object' ||
      value === null ||
      !Object.hasOwn(value, name) ||
      (Array.isArray(value) && !/^\d+$/.test(name))
    )
      return undefined;
    value = (value as Record<string, unknown>)[name]; // the property exists, as just checked
  }
  return value;
}

/** Returns a value as it reads in a text. */
export function textOfValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * `places`: the positions of filled-in values. `unknown`: places that the event does not have, left empty. `isCut`: the
 * text had more than `longest` characters.
 */
export type FilledText = {
  readonly text: string;
  readonly places: EventPlace[];
  readonly unknown: string[];
  readonly isCut: boolean;
};
type Filling = {
  /** The answer of the agent, for `{{answer}}`; left out, that is a place in the event like every other. */
  readonly answer?: string;
  readonly longest: number;
};

/**
 * Fills in the placeholders of a text, for the server and the preview. Values are plain text: a placeholder inside a
 * value is not expanded.
 */
export function fillPlaces(template: string, event: unknown, { answer, longest }: Filling): FilledText {
  const unknown = new Set<string>();
  const places: EventPlace[] = [];
  let text = '';
  let at = 0;
  for (const { 0: whole, 1: path = '', index } of template.matchAll(place)) {
    const value = path === 'answer' && answer !== undefined ? answer : valueAt(event, path);
    if (value === undefined) unknown.add(path);
    text += template.slice(at, index);
    // Guards memory against a large value at a thousand places.
    const from = text.length;
    if (from <= longest) text += textOfValue(value);
    if (from < Math.min(text.length, longest)) places.push({ path, from, to: Math.min(text.length, longest) });
    at = index + whole.length;
  }
  text += template.slice(at);
  return {
    text: text.length > longest ? text.slice(0, longest).toWellFormed() : text,
    places,
    unknown: [...unknown],
    isCut: text.length > longest,
  };
}

/** Returns the places that a text names, each once. */
export const placesIn = (template: string): string[] => [
  ...new Set([...template.matchAll(place)].map(([, path = '']) => path)),
];

const number = /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/i;
const day = /^\d{4}-\d\d-\d\d/;

/** Returns the positions of the conditions that an event does not meet. */
export const unmetConditions = (conditions: readonly Condition[], event: unknown): number[] =>
  conditions.flatMap((condition, position) => (isMet(condition, event) ? [] : [position]));

function isMet({ path, operator, value: wanted }: Condition, event: unknown): boolean {
  const value = valueAt(event, path);
  switch (operator) {
    case 'exists':
      return value !== undefined && value !== null;
    case 'not_exists':
      return value === undefined || value === null;
    case 'equals':
      return areSame(value, wanted);
    case 'not_equals':
      return !areSame(value, wanted);
    case 'contains':
      return hasWithin(value, wanted);
    case 'not_contains':
      return !hasWithin(value, wanted);
    case 'greater':
      return isBefore(wanted, value);
    case 'less':
      return isBefore(value, wanted);
  }
}

const numberOf = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && number.test(value.trim()) ? Number(value) : null;
};
const plain = (value: unknown) => textOfValue(value).trim().toLowerCase();

function areSame(value: unknown, wanted: string): boolean {
  if (value === undefined) return false;
  const [one, other] = [numberOf(value), numberOf(wanted)];
  return one !== null && other !== null ? one === other : plain(value) === plain(wanted);
}

/** Says whether a list has an equal item, or the text of any other value contains the wanted one. */
const hasWithin = (value: unknown, wanted: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => areSame(item, wanted))
    : value !== undefined && plain(value).includes(plain(wanted));

/** Numbers by value and days by date. Anything else compares as not less. */
function isBefore(one: unknown, other: unknown): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left !== null && right !== null) return left < right;
  return typeof one === 'string' && typeof other === 'string' && day.test(one) && day.test(other) && one < other;
}
