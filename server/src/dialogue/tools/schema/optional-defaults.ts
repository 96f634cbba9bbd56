import { isObject, type JsonObject } from './json.ts';

/** Keywords below which a schema that accepts more makes the whole accept more. */
const inPlace = ['items', 'additionalProperties'] as const;
const lists = ['allOf', 'anyOf', 'prefixItems'] as const;

/**
 * Returns a schema that does not require what has a default. Generators that describe the values after parsing, as zod
 * does, list it as required, and their servers take calls without it.
 */
export function withOptionalDefaults(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const made: JsonObject = { ...schema };
  const { properties, required } = schema;
  if (isObject(properties)) {
    made['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, withOptionalDefaults(property)]),
    );
    if (Array.isArray(required))
      made['required'] = required.filter((name) => typeof name !== 'string' || !hasDefault(properties, name));
  }
  for (const keyword of inPlace) if (isObject(schema[keyword])) made[keyword] = withOptionalDefaults(schema[keyword]);
  for (const keyword of lists) {
    const list = schema[keyword];
    if (Array.isArray(list)) made[keyword] = list.map(withOptionalDefaults);
  }
  return made;
}

function hasDefault(properties: JsonObject, name: string): boolean {
  const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(property) && property['default'] !== undefined;
}
