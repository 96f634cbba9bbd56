import { isObject, type JsonObject } from './json.ts';

/** The interpretation of a document's schemas. */
export type Dialect = {
  /** True if siblings of a reference are ignored. */
  readonly referencesStandAlone: boolean;
  /** The keyword by which a schema says its own address. */
  readonly addressKeyword: 'id' | '$id';
};

/** Returns the dialect that a schema declares; the newest one by default. */
export function dialectOf(schema: unknown): Dialect {
  const said = isObject(schema) && typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  return { referencesStandAlone: /draft-0[3-7]/.test(said), addressKeyword: /draft-0[34]/.test(said) ? 'id' : '$id' };
}

/**
 * The keywords of one schema as 2020-12 has them, whatever draft they were written in; what stands under them is as it
 * was. Also what OpenAPI 3.0 and the third draft say in ways of their own.
 */
export function inCurrentDialect(schema: JsonObject): JsonObject {
  const now = withExclusiveLimits(schema);
  if (Array.isArray(now['items'])) {
    // An empty tuple is no tuple.
    if (now['items'].length > 0) now['prefixItems'] = now['items'];
    delete now['items'];
    if (now['additionalItems'] !== undefined) now['items'] = now['additionalItems'];
  }
  // Once required was said within the property.
  if (typeof now['required'] === 'boolean') delete now['required'];
  if (now['type'] === 'any') delete now['type'];
  dependenciesOf(now);
  return orNull(now);
}

/** Once a limit was made exclusive by a word beside it. */
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

/** OpenAPI 3.0 says so that null may stand for it. */
function orNull(schema: JsonObject): JsonObject {
  if (schema['nullable'] !== true) return schema;
  const { nullable: _, ...rest } = schema;
  if (typeof rest['type'] === 'string' || Array.isArray(rest['type'])) {
    const isListed = Array.isArray(rest['enum']) && !rest['enum'].includes(null);
    return {
      ...rest,
      type: [...new Set<unknown>([rest['type'], 'null'].flat())],
      ...(isListed ? { enum: [...(rest['enum'] as unknown[]), null] } : {}),
    }; // just looked at
  }
  if (!['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => keyword in rest)) return rest;
  return { anyOf: [rest, { type: 'null' }] };
}
