import { Ajv } from 'ajv';
import { unusable } from './unusable.ts';

/** What is said about a function by others is told to a model: at most so much of it. */
const schemaMaxLength = 20_000;
const depthAtMost = 20;
/** Left out: an expression or an address of somebody else's is not worked on, and of names one may be registered twice. */
const leftOut = new Set(['pattern', 'patternProperties', 'format', '$id', 'id', '$schema', '$anchor', '$dynamicRef', '$dynamicAnchor', 'contentSchema', '__proto__', 'constructor']);

type Schema = Record<string, unknown>;

/** The JSON Schema of a function's arguments as it may be used. Throws tool_unusable where it is none of an object, too large, or refers elsewhere. */
export function checkedSchema(described: unknown): Schema {
  const schema = described === undefined ? { type: 'object', properties: {} } : described;
  if (!isObject(schema)) throw wrong('schema', 'A schema is no object.');
  const size = JSON.stringify(schema).length;
  if (size > schemaMaxLength) throw wrong('too-large', `A schema has ${size} characters.`);
  const kept = cleaned(schema, 0) as Schema; // an object in, an object out
  if (kept['type'] === undefined) kept['type'] = 'object';
  if (kept['type'] !== 'object') throw wrong('schema', 'A schema is not one of an object.');
  compile(kept);
  return kept;
}

/** What is wrong with arguments, in words for a model; null where nothing is. */
export function wrongArguments(schema: Schema, values: unknown): string | null {
  const validate = compile(schema);
  try {
    if (validate(values)) return null;
  } catch (error) {
    // A schema that refers to itself has no end.
    return `The arguments could not be checked: ${error instanceof Error ? error.message : 'unknown'}`;
  }
  return (validate.errors ?? []).map(({ instancePath, message = 'is wrong' }) => `${instancePath === '' ? 'The arguments' : instancePath} ${message}`).join('; ');
}

function compile(schema: Schema) {
  try {
    return new Ajv({ strict: false, validateFormats: false, addUsedSchema: false, logger: false }).compile(schema);
  } catch (error) {
    throw wrong('schema', `A schema cannot be used: ${error instanceof Error ? error.message : 'unknown'}`);
  }
}

/** `isNames`: the keys are names of properties, which may be called anything. */
function cleaned(value: unknown, depth: number, isNames = false): unknown {
  if (depth > depthAtMost) throw wrong('too-large', 'A schema is too deep.');
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  if (!isObject(value)) return value;
  if (typeof value['$ref'] === 'string' && !value['$ref'].startsWith('#')) throw wrong('elsewhere', 'A schema refers to another document.');
  const entries = Object.entries(value).filter(([key]) => key !== '__proto__' && (isNames || !leftOut.has(key)));
  return Object.fromEntries(entries.map(([key, item]) => [key, cleaned(item, depth + 1, !isNames && (key === 'properties' || key === '$defs' || key === 'definitions'))]));
}

export const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const wrong = (reason: 'schema' | 'too-large' | 'elsewhere', message: string) => unusable(reason, 'settings', message);
