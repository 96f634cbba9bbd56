import type { JsonObject } from './json.ts';
import { kindOfKeyword } from './keywords.ts';

/** Names of types that people write as they know them from elsewhere, by the type of JSON Schema. */
const namesOfTypes: Readonly<Record<string, readonly string[]>> = {
  string: [
    'str',
    'text',
    'char',
    'date',
    'datetime',
    'date-time',
    'time',
    'uuid',
    'email',
    'uri',
    'url',
    'file',
    'bytes',
  ],
  integer: ['int', 'int32', 'int64', 'uint', 'long', 'short'],
  number: ['float', 'double', 'decimal', 'num'],
  boolean: ['bool'],
  array: ['list', 'tuple', 'set'],
  object: ['dict', 'map', 'record', 'struct', 'hash'],
  null: ['none', 'nil'],
};
const typeByName = new Map(
  Object.entries(namesOfTypes).flatMap(([type, names]) => [type, ...names].map((name) => [name, type] as const)),
);
const namesOfAny = new Set(['any', 'mixed', 'unknown']);

/** Keywords whose schemas are by name; where a language knows no empty map, that is a list. */
const byName = new Set(['properties', 'patternProperties', 'dependentSchemas', 'dependencies']);
/** Keywords that may be null, which is data for them. */
const data = new Set(['const', 'default', 'examples', 'example']);

/**
 * Returns a schema whose keywords are written as JSON Schema has them, where it is plain what is meant: a serialiser
 * writes null for what is not set, a language knows no empty map, numbers come as text, and types by their names
 * elsewhere. What is no such case stays as it is.
 */
export const withStrictKeywords = (schema: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (value === null && !data.has(keyword)) return [];
      const strict = strictValue(keyword, value);
      return strict === undefined ? [] : [[keyword, strict]];
    }),
  );

/** Returns the value of a keyword; undefined if it is as good as not there. */
function strictValue(keyword: string, value: unknown): unknown {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  if (isEmptyList && byName.has(keyword)) return {};
  if (isEmptyList && keyword === 'additionalProperties') return undefined;
  if (keyword === 'type') return typeOf(value);
  if (keyword === 'required' && typeof value === 'string') return [value];
  const kind = kindOfKeyword(keyword);
  if ((kind === 'number' || kind === 'count') && typeof value === 'string' && value.trim() !== '') {
    const number = Number(value);
    return Number.isFinite(number) ? number : value;
  }
  if (kind === 'flag' || kind === 'schema') return value === 'true' ? true : value === 'false' ? false : value;
  return value;
}

function typeOf(value: unknown): unknown {
  if (typeof value === 'string') return namesOfAny.has(value.toLowerCase()) ? undefined : nameOf(value);
  if (!Array.isArray(value)) return value;
  // Unions of the third draft have schemas among the names.
  const isAny = value.some((it) => typeof it === 'object' || namesOfAny.has(String(it).toLowerCase()));
  return isAny || value.length === 0 ? undefined : value.map(nameOf);
}

const nameOf = (value: unknown): unknown =>
  typeof value === 'string' ? (typeByName.get(value.toLowerCase()) ?? value) : value;
