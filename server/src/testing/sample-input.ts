import type { Endpoint } from '@parlance/shared/contract/endpoint';
import * as z from 'zod';

/** The subset of JSON Schema that the contract's schemas become. */
type Shape = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
};

/**
 * A way from a shape to one inside: the name of a property, the number of an alternative, or 0 for the items of a list.
 */
export type Steps = readonly (string | number)[];
export type Filling = {
  /** The way to what is to be `value`; without it a sample has no more than it needs. */
  readonly at?: Steps;
  readonly value?: unknown;
  /** Values of properties by their names, wherever these stand. */
  readonly named?: Readonly<Record<string, unknown>>;
};

type Kind = 'id' | 'text';
const isOf: Record<Kind, (shape: Shape) => boolean> = {
  id: ({ format }) => format === 'uuid',
  text: ({ type }) => type === 'string',
};

type Schema = NonNullable<Endpoint['body']>;
// the result consists of these parts and of annotations
const shapeOf = (schema: Schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Recursive shapes are walked this deep. */
const deepest = 12;

/** The ways to everything of a kind in a schema: ids, or texts of every form. */
export function waysTo(kind: Kind, schema: Schema): Steps[] {
  const root = shapeOf(schema);
  const found: Steps[] = [];
  const walk = (given: Shape, steps: Steps) => {
    const shape = resolved(root, given);
    if (steps.length > deepest) return;
    if (isOf[kind](shape)) found.push(steps);
    alternativesOf(shape).forEach((it, at) => walk(it, [...steps, at]));
    for (const [name, it] of Object.entries(shape.properties ?? {})) walk(it, [...steps, name]);
    if (shape.items !== undefined) walk(shape.items, [...steps, 0]);
  };
  walk(root, []);
  return found;
}

/** A value that a schema takes: what it needs and no more, and what a filling asks for. */
export function sampleOf(schema: Schema, { at, value, named = {} }: Filling = {}): unknown {
  const root = shapeOf(schema);
  const make = (given: Shape, steps: Steps | null): unknown => {
    const shape = resolved(root, given);
    if (steps?.length === 0) return value;
    const alternatives = alternativesOf(shape);
    const [step, ...rest] = steps ?? [];
    if (alternatives.length > 0)
      return make(
        typeof step === 'number' ? (alternatives[step] ?? {}) : plainest(alternatives),
        typeof step === 'number' ? rest : null,
      );
    if (shape.const !== undefined) return shape.const;
    if (shape.enum !== undefined) return shape.enum[0];
    if (shape.type === 'object') {
      const { properties = {}, required = [] } = shape;
      const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || name === step);
      return Object.fromEntries(
        wanted.map(([name, it]) => [
          name,
          name !== step && name in named ? named[name] : make(it, name === step ? rest : null),
        ]),
      );
    }
    if (shape.type === 'array')
      return Array.from({ length: Math.max(shape.minItems ?? 0, step === 0 ? 1 : 0) }, (_, at) =>
        make(shape.items ?? {}, at === 0 && step === 0 ? rest : null),
      );
    return plainValue(shape);
  };
  return make(root, at ?? null);
}

const alternativesOf = ({ anyOf, oneOf }: Shape): readonly Shape[] => anyOf ?? oneOf ?? [];
const plainest = (shapes: readonly Shape[]): Shape => shapes.find(({ type }) => type === 'null') ?? shapes[0] ?? {};

function resolved(root: Shape, shape: Shape): Shape {
  if (shape.$ref === undefined) return shape;
  const name = shape.$ref.split('/').at(-1) ?? '';
  return shape.$ref === '#' ? root : (root.$defs?.[name] ?? {});
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'somebody@elsewhere.example',
  'date-time': '2026-03-02T08:00:00.000Z',
  date: '2026-03-02',
};
/** Candidates, of which the first that matches a pattern is used. */
const texts = [
  'a_plain_sample_9',
  '123456',
  'EUR',
  '/sample',
  'https://elsewhere.example/',
  '1.0.0-0123456789ab',
  'sample'.padEnd(43, 'x'),
  '2026-03-02',
  '2026-03-02T08:00:00.000Z',
];

function plainValue(shape: Shape): unknown {
  const { type, minimum, exclusiveMinimum } = shape;
  if (type === 'string') return plainText(shape);
  if (type === 'number' || type === 'integer')
    return (minimum ?? 0) > -1e9 ? (minimum ?? (exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1)) : 1;
  if (type === 'boolean') return true;
  return null;
}

function plainText({ format, pattern, allOf = [], minLength = 0 }: Shape): string {
  const known = formats[format ?? ''];
  if (known !== undefined) return known;
  const patterns = [pattern, ...allOf.map((it) => it.pattern)]
    .filter((it) => it !== undefined)
    .map((it) => new RegExp(it, 'u'));
  const text = texts.find((it) => patterns.every((it2) => it2.test(it)));
  if (text === undefined)
    throw new Error(`No sample matches ${patterns.join(' and ')}: add one to the texts of sample-input.ts.`);
  return text.padEnd(minLength, 'x');
}
