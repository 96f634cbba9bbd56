import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { inlinedParameters } from './inlined-parameters.ts';
import { isObject, type JsonObject } from './json.ts';
import { kindOfKeyword, linearPattern } from './keywords.ts';
import { withOptionalDefaults } from './optional-defaults.ts';

const wordsMaxLength = 2_000;
/** Characters of schemas whose compiled forms are kept: those of a few busy tools. */
const keptCharactersAtMost = 1_000_000;

/** Compiled validators by the schema's text, in order of use, the most recent last. */
const compiled = new Map<string, ValidateFunction>();
let keptCharacters = 0;

/**
 * Validates arguments and returns the errors in words for a model; null if there are none. Throws if the schema is
 * unusable.
 */
export function judgeArguments(parameters: string, values: unknown): string | null {
  const validate = compiledOf(parameters);
  if (validate(values)) return null;
  const words = (validate.errors ?? []).map(
    ({ instancePath, message = 'is wrong' }) => `${instancePath === '' ? 'The arguments' : instancePath} ${message}`,
  );
  return [...new Set(words)].join('; ').slice(0, wordsMaxLength);
}

function compiledOf(parameters: string): ValidateFunction {
  const known = compiled.get(parameters);
  if (known !== undefined) {
    compiled.delete(parameters);
    compiled.set(parameters, known);
    return known;
  }
  // A schema stored by an earlier release may still hold references: none is compiled as it is.
  const made = compile(inlinedParameters(JSON.parse(parameters)));
  compiled.set(parameters, made);
  keptCharacters += parameters.length;
  for (const oldest of compiled.keys()) {
    if (keptCharacters <= keptCharactersAtMost || oldest === parameters) break;
    compiled.delete(oldest);
    keptCharacters -= oldest.length;
  }
  return made;
}

/** Patterns are searched for in linear time; those that cannot be were left out before. */
const regExp = Object.assign(
  (source: string) => {
    const pattern = linearPattern(source);
    if (pattern === null) throw new Error('A pattern cannot be searched for in linear time.');
    // Ajv knows one pattern from another by its text.
    return { test: (text: string) => pattern.matcher(text).find(), toString: () => source };
  },
  { code: 'linearPattern' },
);

function compile(schema: JsonObject): ValidateFunction {
  // The schema has been looked at keyword by keyword, so that Ajv needs no schema of schemas.
  const ajv = new Ajv2020({
    strict: false,
    meta: false,
    validateSchema: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    code: { regExp },
  });
  return ajv.compile(withPrototypeName(withOptionalDefaults(schema)) as JsonObject); // an object in, an object out
}

const prototypeName = '__proto__';

/** Ajv overlooks a property of this one name; by a pattern it sees it. */
function withPrototypeName(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPrototypeName);
  if (!isObject(schema)) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, withinKeyword(keyword, value)]),
  );
  const { properties } = inner;
  if (!isObject(properties) || !Object.hasOwn(properties, prototypeName)) return inner;
  const patterns = isObject(inner['patternProperties']) ? inner['patternProperties'] : {};
  return {
    ...inner,
    patternProperties: {
      ...patterns,
      [`^${prototypeName}$`]: Object.getOwnPropertyDescriptor(properties, prototypeName)?.value as unknown,
    },
  };
}

function withinKeyword(keyword: string, value: unknown): unknown {
  const kind = kindOfKeyword(keyword);
  if (kind === 'schema' || kind === 'schemas') return withPrototypeName(value);
  if (kind !== 'schemas-by-name' && kind !== 'schemas-by-pattern') return value;
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, withPrototypeName(schema)]))
    : value;
}
