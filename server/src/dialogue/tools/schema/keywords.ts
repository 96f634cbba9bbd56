import { RE2JS } from 're2js';
import { isObject } from './json.ts';

/**
 * Keywords of a schema that are kept and validated, by the kind of their value. Everything else says nothing about the
 * arguments and is left out.
 */
export type KeywordKind =
  | 'schema'
  | 'schemas'
  | 'schemas-by-name'
  | 'schemas-by-pattern'
  | 'data'
  | 'text'
  | 'note'
  | 'number'
  | 'count'
  | 'flag'
  | 'names'
  | 'names-by-name'
  | 'type'
  | 'options'
  | 'pattern';

const kinds: Readonly<Record<KeywordKind, readonly string[]>> = {
  schema: [
    'items',
    'contains',
    'additionalProperties',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
    'not',
    'if',
    'then',
    'else',
  ],
  schemas: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  'schemas-by-name': ['properties', 'dependentSchemas'],
  'schemas-by-pattern': ['patternProperties'],
  data: ['const', 'default', 'examples', 'example'],
  text: ['title', 'description'],
  note: ['format', 'contentEncoding', 'contentMediaType', 'deprecated', 'readOnly', 'writeOnly'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  count: [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
    'minContains',
    'maxContains',
  ],
  flag: ['uniqueItems'],
  names: ['required'],
  'names-by-name': ['dependentRequired'],
  type: ['type'],
  options: ['enum'],
  pattern: ['pattern'],
};

const kindByKeyword = new Map<string, KeywordKind>(
  (Object.keys(kinds) as KeywordKind[]).flatMap((kind) => kinds[kind].map((keyword) => [keyword, kind] as const)),
); // the keys of the literal
export const kindOfKeyword = (keyword: string): KeywordKind | null => kindByKeyword.get(keyword) ?? null;

/** True for keywords that annotate, and refuse nothing. */
export const isAnnotation = (keyword: string): boolean =>
  ['text', 'note'].includes(kindByKeyword.get(keyword) ?? '') || ['default', 'examples', 'example'].includes(keyword);

const types = new Set(['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']);

/** Returns the value of a keyword without subschemas, as used for validation; undefined if it is invalid. */
export function plainValue(kind: KeywordKind, keyword: string, value: unknown): unknown {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) && (keyword !== 'multipleOf' || value > 0)
        ? value
        : undefined;
    case 'count':
      return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
    case 'flag':
      return typeof value === 'boolean' ? value : undefined;
    case 'names':
      return namesOf(value);
    case 'names-by-name':
      return isObject(value) && Object.values(value).every((names) => namesOf(names) !== undefined)
        ? Object.fromEntries(Object.entries(value).map(([name, names]) => [name, namesOf(names)]))
        : undefined;
    case 'type':
      return typeof value === 'string'
        ? types.has(value)
          ? value
          : undefined
        : Array.isArray(value) && value.length > 0 && value.every((it) => types.has(it as string))
          ? [...new Set(value)]
          : undefined; // a Set may be asked for anything
    case 'options':
      return Array.isArray(value) ? value : undefined;
    case 'pattern':
      return typeof value === 'string' ? value : undefined;
    default:
      return value;
  }
}

function namesOf(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((name) => typeof name === 'string') ? [...new Set(value)] : undefined;
}

const patternMaxLength = 1_000;
/** Steps of the program that a pattern becomes: each is looked at for each character. */
const patternSizeAtMost = 5_000;
/**
 * The maximal number of counted repetitions, nested groups multiplied: the program grows with it before it can be
 * measured.
 */
const repetitionsAtMost = 5_000;

/** A cache of recently used patterns: each attempt at a schema needs its patterns again. */
const known = new Map<string, RE2JS | null>();
const knownAtMost = 1_000;

/**
 * Compiles a pattern of ECMA-262 that runs in linear time; null if it has lookarounds or backreferences, or is too
 * large.
 */
export function linearPattern(source: string): RE2JS | null {
  if (source.length > patternMaxLength) return null;
  const found = known.get(source);
  if (found !== undefined) return found;
  if (known.size >= knownAtMost) known.clear();
  const made = programOf(source);
  known.set(source, made);
  return made;
}

function programOf(source: string): RE2JS | null {
  const repetitions = [...source.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce(
    (product, [, least = '1', most = '']) => product * Math.max(1, Number(most === '' ? least : most)),
    1,
  );
  if (repetitions > repetitionsAtMost) return null;
  try {
    const pattern = RE2JS.compile(
      RE2JS.translateRegExp(source.replace(/\\([pP])\{(?:Script|sc|General_Category|gc)=/g, '\\$1{')),
    );
    return pattern.programSize() > patternSizeAtMost ? null : pattern;
  } catch {
    // The pattern is not searchable here, whatever the reason.
    return null;
  }
}
