import { isObject, type JsonObject } from './json.ts';
import { withStrictKeywords } from './loose-keywords.ts';

/** The interpretation of a document's schemas. */
export type Dialect = {
  /** True if siblings of a reference are ignored. */
  readonly referencesStandAlone: boolean;
  /** The keyword of a schema's own address. */
  readonly addressKeyword: 'id' | '$id';
};

/** Returns the dialect that a schema declares; the newest one by default. */
export function dialectOf(schema: unknown): Dialect {
  const said = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  return { referencesStandAlone: /draft-0[3-7]/.test(said), addressKeyword: /draft-0[34]/.test(said) ? 'id' : '$id' };
}

/**
 * Converts the keywords of a schema to 2020-12, whatever its draft; subschemas stay as they are. Includes the
 * peculiarities of OpenAPI 3.0 and of the third draft.
 */
export function inCurrentDialect(schema: JsonObject): JsonObject {
  const now = withExclusiveLimits(withStrictKeywords(schema));
  if (Array.isArray(now['items'])) {
    // An empty tuple is no tuple.
    if (now['items'].length > 0) now['prefixItems'] = now['items'];
    delete now['items'];
    if (now['additionalItems'] !== undefined) now['items'] = now['additionalItems'];
  }
  // Earlier drafts declared required within the property.
  if (typeof now['required'] === 'boolean') delete now['required'];
  dependenciesOf(now);
  return orNull(now);
}

/** Converts the boolean exclusive limits of earlier drafts. */
function withExclusiveLimits(schema: JsonObject): JsonObject {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const limits = (
    limit: 'minimum' | 'maximum',
    exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
    value: unknown,
    isExclusive: unknown,
  ): JsonObject => {
    if (typeof isExclusive === 'boolean')
      return value === undefined ? {} : { [isExclusive ? exclusive : limit]: value };
    return {
      ...(value === undefined ? {} : { [limit]: value }),
      ...(isExclusive === undefined ? {} : { [exclusive]: isExclusive }),
    };
  };
  return {
    ...rest,
    ...limits('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...limits('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
  };
}

function dependenciesOf(schema: JsonObject): void {
  if (!isObject(schema['dependencies'])) return;
  const entries = Object.entries(schema['dependencies']);
  const names = entries.flatMap(([name, value]): [string, unknown[]][] =>
    Array.isArray(value) || typeof value === 'string' ? [[name, [value].flat()]] : [],
  );
  const schemas = entries.filter(([, value]) => isObject(value) || typeof value === 'boolean');
  delete schema['dependencies'];
  if (names.length > 0)
    schema['dependentRequired'] = {
      ...Object.fromEntries(names),
      ...(isObject(schema['dependentRequired']) ? schema['dependentRequired'] : {}),
    };
  if (schemas.length > 0)
    schema['dependentSchemas'] = {
      ...Object.fromEntries(schemas),
      ...(isObject(schema['dependentSchemas']) ? schema['dependentSchemas'] : {}),
    };
}

/** Allows null, as `nullable` of OpenAPI 3.0 does. */
function orNull(schema: JsonObject): JsonObject {
  if (schema['nullable'] !== true) return schema;
  const { nullable: _, ...rest } = schema;
  // An enumeration without a type, too: zod-to-json-schema writes null so.
  const isListed = Array.isArray(rest['enum']) && !rest['enum'].includes(null);
  const listed = isListed ? { enum: [...(rest['enum'] as unknown[]), null] } : {}; // just looked at
  if (typeof rest['type'] === 'string' || Array.isArray(rest['type']))
    return { ...rest, type: [...new Set<unknown>([rest['type'], 'null'].flat())], ...listed };
  if (isListed) return { ...rest, ...listed };
  if (!['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in rest)) return rest;
  return { anyOf: [rest, { type: 'null' }] };
}
