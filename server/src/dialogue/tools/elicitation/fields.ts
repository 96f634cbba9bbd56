import { elicitationFaultsOf } from '@parlance/shared/contract/api/tools/elicitation-faults';
import {
  elicitationFieldsAtMost,
  elicitationOptionsAtMost,
  elicitationTextMaxLength,
  type ElicitationContent,
  type ElicitationField,
  type ElicitationScalar,
} from '@parlance/shared/contract/api/tools/elicitations';
import { inlinedParameters } from '../schema/inlined-parameters.ts';
import { isObject, type JsonObject } from '../schema/json.ts';
import { linearPattern } from '../schema/keywords.ts';
import { UnusableDescription } from '../schema/unusable-description.ts';
import { storableText } from '../storable.ts';
import { UnusableQuestion } from './unusable-question.ts';

const schemaMaxLength = 100_000;
const nameMaxLength = 200;
const titleMaxLength = 300;
const descriptionMaxLength = 2_000;

type CommonPart = Pick<ElicitationField, 'name' | 'title' | 'description' | 'is_required'>;

/**
 * Returns the fields that a server asks for (MCP specification of 2025-11-25, Elicitation, “Requested Schema”), and
 * beyond it what generators write: references, null as one of the types, numbers among the options. What is optional
 * and no field is left out. Throws an UnusableQuestion.
 */
export function fieldsOf(requested: unknown): ElicitationField[] {
  const schema = withoutReferences(requested);
  const properties = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  if (properties.length > elicitationFieldsAtMost)
    throw new UnusableQuestion(`A form has at most ${elicitationFieldsAtMost} fields.`);
  return properties.flatMap(([name, property]) => {
    const field = fieldOf(name, property, required.has(name));
    if (field === null && required.has(name))
      throw new UnusableQuestion(`The field “${clipped(name, nameMaxLength)}” is none that a form can have.`);
    return field === null ? [] : [withUsableDefault(field)];
  });
}

function withoutReferences(requested: unknown): JsonObject {
  const text = textOf(requested);
  if (!isObject(requested) || text === null) throw new UnusableQuestion('There is no schema of a form.');
  if (text.length > schemaMaxLength) throw new UnusableQuestion('The schema of the form is too large.');
  if (!/"\$(?:ref|dynamicRef)"/.test(text)) return requested;
  try {
    return inlinedParameters(requested);
  } catch (error) {
    throw error instanceof UnusableDescription ? new UnusableQuestion(error.message) : error;
  }
}

function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function fieldOf(name: string, property: unknown, isRequired: boolean): ElicitationField | null {
  if (name.length > nameMaxLength || name === '__proto__' || storableText(name) !== name) return null;
  if (!isObject(property)) return null;
  const schema = withoutNull(property);
  const title = textIn(schema, 'title', titleMaxLength);
  const shared: CommonPart = {
    name,
    title: title === '' ? name : title,
    description: textIn(schema, 'description', descriptionMaxLength),
    is_required: isRequired,
  };
  if (schema['type'] === 'array') return choicesOf(shared, schema);
  const options = optionsOf(schema);
  if (options !== null)
    return options.length === 0
      ? null
      : { ...shared, type: 'choice', options, ...usualOf(schema['default'], isScalar) };
  if (isUnion(schema)) return null;
  switch (schema['type'] ?? 'string') {
    case 'string':
      return textField(shared, schema);
    case 'number':
    case 'integer':
      return numberField(shared, schema);
    case 'boolean':
      return { ...shared, type: 'boolean', ...usualOf(schema['default'], (it) => typeof it === 'boolean') };
    default:
      return null;
  }
}

const isUnion = (schema: JsonObject) => ['anyOf', 'oneOf', 'allOf'].some((key) => schema[key] !== undefined);

function textField(shared: CommonPart, schema: JsonObject): ElicitationField {
  const format = (['email', 'uri', 'date', 'date-time'] as const).find((it) => it === schema['format']);
  const { pattern } = schema;
  return {
    ...shared,
    type: 'text',
    ...(format === undefined ? {} : { format }),
    ...bounds(schema, { min_length: 'minLength', max_length: 'maxLength' }),
    // One that does not run in linear time is left to the server.
    ...(typeof pattern === 'string' && linearPattern(pattern) !== null ? { pattern } : {}),
    ...usualOf(schema['default'], (it) => typeof it === 'string'),
  };
}

function numberField(shared: CommonPart, schema: JsonObject): ElicitationField {
  const isInteger = schema['type'] === 'integer';
  const least = schema['exclusiveMinimum'];
  const most = schema['exclusiveMaximum'];
  return {
    ...shared,
    type: 'number',
    is_integer: isInteger,
    ...(isInteger && Number.isSafeInteger(least) ? { minimum: Number(least) + 1 } : {}),
    ...(isInteger && Number.isSafeInteger(most) ? { maximum: Number(most) - 1 } : {}),
    ...bounds(schema, { minimum: 'minimum', maximum: 'maximum' }),
    ...usualOf(schema['default'], (it) => typeof it === 'number'),
  };
}

function choicesOf(shared: CommonPart, schema: JsonObject): ElicitationField | null {
  const options = isObject(schema['items']) ? optionsOf(withoutNull(schema['items'])) : null;
  if (options === null || options.length === 0) return null;
  return {
    ...shared,
    type: 'choices',
    options,
    ...bounds(schema, { min_items: 'minItems', max_items: 'maxItems' }),
    ...usualOf(schema['default'], (it): it is ElicitationScalar[] => Array.isArray(it) && it.every(isScalar)),
  };
}

type Options = Extract<ElicitationField, { type: 'choice' }>['options'];

/** Returns the options of a schema that lists its values: all of them, or null if it lists none. */
function optionsOf(schema: JsonObject): Options | null {
  const listed = schema['const'] === undefined ? schema['enum'] : [schema['const']];
  if (Array.isArray(listed)) {
    const names: readonly unknown[] = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
    return usableOptions(listed.map((value: unknown, at) => ({ value, title: names[at] })));
  }
  const titled = [schema['oneOf'], schema['anyOf']].find(
    (list): list is JsonObject[] =>
      Array.isArray(list) && list.every((it) => isObject(it) && Object.hasOwn(it, 'const')),
  );
  return titled === undefined
    ? null
    : usableOptions(titled.map(({ const: value, title, description }) => ({ value, title: title ?? description })));
}

function usableOptions(options: readonly { value: unknown; title: unknown }[]): Options {
  const usable = options.flatMap(({ value, title }) =>
    isScalar(value)
      ? [
          {
            value,
            title: clipped(typeof title === 'string' && title.trim() !== '' ? title : String(value), titleMaxLength),
          },
        ]
      : [],
  );
  return usable.length > elicitationOptionsAtMost ? [] : usable;
}

/** Returns a schema without null among its types: what is not known is left out of the content. */
function withoutNull(schema: JsonObject): JsonObject {
  const types = schema['type'];
  const found = Array.isArray(types) ? types.filter((type) => type !== 'null') : [];
  const typed = found.length === 1 ? { ...schema, type: found[0] as unknown } : schema;
  const listed = Array.isArray(typed['enum']) ? { ...typed, enum: typed['enum'].filter((it) => it !== null) } : typed;
  for (const key of ['anyOf', 'oneOf'] as const) {
    const { [key]: union, ...rest } = listed;
    if (!Array.isArray(union)) continue;
    const others = union.filter((it) => !(isObject(it) && (it['type'] === 'null' || it['const'] === null)));
    // What stands beside a union, such as its title, is of the whole.
    if (others.length === 1 && isObject(others[0]) && others[0]['const'] === undefined)
      return { ...others[0], ...rest };
    return { ...rest, [key]: others };
  }
  return listed;
}

function isScalar(value: unknown): value is ElicitationScalar {
  if (typeof value === 'string') return value.length <= elicitationTextMaxLength && storableText(value) === value;
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function usualOf<T>(value: unknown, fits: (value: unknown) => value is T): { default?: T } {
  return fits(value) ? { default: value } : {};
}

/** Leaves out a default that its own field would refuse, such as one that is none of the options. */
function withUsableDefault(field: ElicitationField): ElicitationField {
  if (field.default === undefined) return field;
  const content: ElicitationContent = { [field.name]: field.default };
  if (isScalar(field.default) || field.type === 'choices')
    if (elicitationFaultsOf([field], content, matchesPattern).size === 0) return field;
  const { default: _, ...rest } = field;
  return rest;
}

/** True if a text matches a pattern of a field. */
export const matchesPattern = (text: string, pattern: string): boolean =>
  linearPattern(pattern)?.matcher(text).find() ?? true;

function bounds<K extends string>(schema: JsonObject, keys: Readonly<Record<K, string>>): Partial<Record<K, number>> {
  const found: Partial<Record<K, number>> = {};
  for (const [name, key] of Object.entries(keys) as [K, string][]) {
    const bound = schema[key];
    if (typeof bound === 'number' && Number.isFinite(bound)) found[name] = bound;
  }
  return found;
}

const textIn = (schema: JsonObject, key: string, most: number): string => {
  const text = schema[key];
  return typeof text === 'string' ? clipped(text, most) : '';
};

/** Clips a text that people are shown. */
export const clipped = (text: string, most: number): string => storableText(text).trim().slice(0, most).toWellFormed();
