import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import * as z from 'zod';
import { hostileSchemas } from '../../../testing/hostile-descriptions.ts';
import {
  documentBudget,
  documentNodesAtMost,
  functionCharactersAtMost,
  functionNodesAtMost,
  inlinedParameters,
} from './inlined-parameters.ts';
import type { JsonObject } from './json.ts';
import { judgeArguments } from './judging-by-ajv.ts';
import { UnusableDescription } from './unusable-description.ts';

const of = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
/** What stands for a parameter. */
const inlined = (schema: unknown, more: JsonObject = {}) =>
  (inlinedParameters(of({ a: schema }, more))['properties'] as JsonObject)['a'];
const isRight = (schema: JsonObject, values: unknown) =>
  judgeArguments(JSON.stringify(inlinedParameters(schema)), values) === null;
const faultOf = (schema: unknown) => {
  try {
    inlinedParameters(schema);
    return null;
  } catch (error) {
    if (error instanceof UnusableDescription) return error.fault;
    throw error;
  }
};

describe('a reference', () => {
  const range = { type: 'integer', minimum: 1 };
  test.each([
    ['a pointer', '#/$defs/Range', { $defs: { Range: range } }],
    ['a pointer into definitions', '#/definitions/Range', { definitions: { Range: range } }],
    ['a pointer with escapes', '#/$defs/a~1b~0c%25%20d', { $defs: { 'a/b~c% d': range } }],
    ['a pointer into a list', '#/$defs/all/allOf/1', { $defs: { all: { allOf: [true, range] } } }],
    ['an anchor', '#Range', { $defs: { any: { $anchor: 'Range', ...range } } }],
    ['an anchor of the first drafts', '#Range', { definitions: { any: { id: '#Range', ...range } } }],
    ['an anchor of draft-06 and 07', '#Range', { definitions: { any: { $id: '#Range', ...range } } }],
    [
      'an address',
      'range.json',
      { $id: 'https://example.org/schemas/whole.json', $defs: { any: { $id: 'range.json', ...range } } },
    ],
    ['an address and a pointer', 'other#/$defs/Range', { $defs: { any: { $id: 'other', $defs: { Range: range } } } }],
    ['a reference to a reference', '#/$defs/one', { $defs: { one: { $ref: '#/$defs/two' }, two: range } }],
  ])('that is %s is written out', (_, $ref, more) => {
    expect(inlined({ $ref }, more)).toEqual(range);
    expect(inlinedParameters(of({ a: { $ref } }, more))).toEqual(of({ a: range }));
  });

  test.each([
    'Range',
    'http://example.org/schema',
    '#/$defs/nothing',
    '#nothing',
    '#/%',
    'http://[',
    '../../etc/passwd',
    '#/constructor',
    '#/__proto__',
  ])('that leads elsewhere or nowhere stands for any value: %s', ($ref) => {
    expect(inlined({ $ref, description: 'Of this.' })).toEqual({ description: 'Of this.' });
  });

  test('keeps the words that stand beside it, and what else does: all of it since 2019-09, nothing before', () => {
    const $defs = { Range: { ...range, description: 'A range.' } };
    expect(inlined({ $ref: '#/$defs/Range', description: 'Mine.' }, { $defs })).toEqual({
      ...range,
      description: 'Mine.',
    });
    expect(inlined({ $ref: '#/$defs/Range', maximum: 9 }, { $defs })).toEqual({ maximum: 9, allOf: [$defs.Range] });
    expect(
      inlined(
        { $ref: '#/$defs/Range', maximum: 9, title: 'T' },
        { $defs, $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
    ).toEqual({ ...$defs.Range, title: 'T' });
  });

  test('to the schema itself is written out some times, and then stands for any value', () => {
    const tree = of(
      { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
      { required: ['name'], additionalProperties: false },
    );
    const leaf = { name: 'leaf' };
    expect(isRight(tree, { name: 'root', children: [{ name: 'branch', children: [leaf] }] })).toBe(true);
    expect(isRight(tree, { name: 'root', children: [{ name: 'branch', children: [{ nome: 'leaf' }] }] })).toBe(false);
    const at = (levels: number): JsonObject => (levels === 0 ? leaf : { name: 'x', children: [at(levels - 1)] });
    expect(isRight(tree, at(30))).toBe(true);
    expect(JSON.stringify(inlinedParameters(tree))).not.toContain('$ref');
  });
});

describe('data', () => {
  const data = {
    $ref: '#/nothing',
    pattern: '(',
    type: 'banana',
    $id: 'x',
    required: true,
    nested: [{ $defs: { a: 1 } }],
  };
  test.each(['default', 'const', 'example'])('under %s is left as it is', (keyword) =>
    expect(inlined({ [keyword]: data })).toEqual({ [keyword]: data }),
  );
  test.each(['enum', 'examples'])('under %s is left as it is', (keyword) =>
    expect(inlined({ [keyword]: [data, 1, null] })).toEqual({ [keyword]: [data, 1, null] }),
  );

  test('is what is compared', () => {
    expect(isRight(of({ a: { const: data } }), { a: data })).toBe(true);
    expect(isRight(of({ a: { const: data } }), { a: { ...data, $ref: '#' } })).toBe(false);
  });
});

test('properties may have any name', () => {
  const names = [
    '$ref',
    '$id',
    '$defs',
    'pattern',
    'properties',
    '__proto__',
    'constructor',
    'toString',
    'enum',
    '',
    'a/b~c',
  ];
  const described = JSON.parse(
    `{"type":"object","properties":{${names.map((name) => `${JSON.stringify(name)}:{"type":"integer"}`).join(',')}},"required":["constructor"],"additionalProperties":false}`,
  ) as JsonObject;
  const parameters = inlinedParameters(described);
  expect(JSON.stringify(parameters)).toBe(JSON.stringify(described));
  expect(Object.getPrototypeOf(parameters['properties'])).toBe(Object.prototype);
  for (const name of names) {
    const values = (value: unknown) =>
      JSON.parse(`{"constructor":1,${JSON.stringify(name)}:${JSON.stringify(value)}}`) as unknown;
    expect([name, isRight(described, values(1)), isRight(described, values('1'))]).toEqual([name, true, false]);
  }
  expect(isRight(described, {})).toBe(false);
});

describe('what generators and older drafts write', () => {
  test.each<[string, JsonObject, unknown, unknown]>([
    [
      'a tuple of 2020-12',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
      ['a', 1],
      ['a', 1, 2],
    ],
    [
      'a tuple of draft-07',
      { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      ['a', 1],
      ['a', 1, 2],
    ],
    [
      'a tuple with more',
      { type: 'array', items: [{ type: 'string' }], additionalItems: { type: 'number' } },
      ['a', 1, 2],
      ['a', 'b'],
    ],
    [
      'an exclusive limit of draft-04',
      { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false },
      3,
      1,
    ],
    ['an exclusive limit since draft-06', { exclusiveMinimum: 1 }, 2, 1],
    ['what depends on a name', { dependencies: { card: ['owner'] } }, { card: 1, owner: 1 }, { card: 1 }],
    [
      'what depends on a schema',
      { dependencies: { card: { required: ['owner'] } } },
      { card: 1, owner: 1 },
      { card: 1 },
    ],
    ['dependentRequired', { dependentRequired: { card: ['owner'] } }, { owner: 1 }, { card: 1 }],
    [
      'what nothing speaks of',
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      { a: 1 },
      { b: 1 },
    ],
    [
      'names by a pattern, closed',
      { patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false },
      { 'x-a': 'b' },
      { y: 1 },
    ],
    ['a pattern', { type: 'string', pattern: '^\\d{3}-\\p{L}+$' }, '123-é', '12-a'],
    ['null in OpenAPI 3.0', { type: 'string', enum: ['a'], nullable: true }, null, 'b'],
    ['null beside a reference in OpenAPI 3.0', { nullable: true, allOf: [{ type: 'string' }] }, null, 1],
    ['required within the property', { type: 'string', required: true }, 'a', 1],
    ['any type', { anyOf: [{ type: 'any', minimum: 3 }] }, 'a', 1],
  ])('%s', (_, schema, right, wrong) => {
    expect([isRight(of({ a: schema }), { a: right }), isRight(of({ a: schema }), { a: wrong })]).toEqual([true, false]);
  });

  test('what zod writes of tuples, records, unions and what holds itself', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    });
    const described = z.toJSONSchema(
      z.object({
        at: z.tuple([z.string(), z.int()]),
        tree: node,
        by_name: z.record(z.string(), z.number()),
        either: z.union([z.literal('a'), z.null()]),
        day: z.iso.date(),
      }),
    ) as JsonObject; // a schema of an object
    const values = {
      at: ['a', 1],
      tree: { name: 'root', children: [{ name: 'leaf', children: [] }] },
      by_name: { a: 1 },
      either: null,
      day: '2026-11-26',
    };
    expect(isRight(described, values)).toBe(true);
    for (const wrong of [
      { at: ['a'] },
      { at: ['a', 1, 2] },
      { tree: { name: 'root', children: [{ name: 1, children: [] }] } },
      { by_name: { a: 'b' } },
      { either: 'b' },
      { day: 'today' },
    ])
      expect([wrong, isRight(described, { ...values, ...wrong })]).toEqual([wrong, false]);
  });

  test('no schema, an empty one and one without a type are those of an object', () => {
    for (const schema of [undefined, null, true, {}]) expect(inlinedParameters(schema)).toEqual(of({}));
    expect(inlinedParameters({ anyOf: [{ required: ['a'] }] })).toEqual({ ...of({}), anyOf: [{ required: ['a'] }] });
    expect(inlinedParameters({ type: ['object', 'null'] })).toEqual(of({}));
  });
});

describe('what is left out never refuses what was described as right', () => {
  const lookingAhead = { type: 'string', pattern: '^(?!x)' };
  test.each<[string, JsonObject, unknown]>([
    ['a pattern that looks ahead', lookingAhead, 'x'],
    ['what is none of it', { not: lookingAhead }, 'x'],
    ['exactly one', { oneOf: [lookingAhead, { const: 'x' }] }, 'x'],
    ['a condition', { if: lookingAhead, then: false, else: true }, 'x'],
    ['at most one that fits', { contains: lookingAhead, maxContains: 1 }, ['a', 'x']],
    [
      'names by a pattern, closed',
      { patternProperties: { '^(?!x)': { type: 'string' } }, additionalProperties: false },
      { a: 'b' },
    ],
    ['what nothing speaks of', { $ref: 'elsewhere', unevaluatedProperties: false }, { a: 1 }],
    ['a tuple of which nothing speaks', { allOf: [{ $ref: 'elsewhere' }], unevaluatedItems: false }, [1]],
  ])('%s', (_, schema, value) => expect(isRight(of({ a: schema }), { a: value })).toBe(true));

  const leaf = fc.constantFrom<unknown>(
    true,
    { type: 'string' },
    { type: 'integer' },
    { const: 1 },
    { enum: ['a', 1] },
    { pattern: '^(?!a)' },
    { pattern: '^a' },
    { maximum: 1 },
    { $ref: '#/$defs/x' },
    { $ref: '#/$defs/y' },
    { $ref: '#' },
    { $ref: 'elsewhere', unevaluatedProperties: false },
  );
  const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc.record({
        properties: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }),
        additionalProperties: fc.boolean(),
      }),
      fc.record({
        properties: fc.record({ a: tie('schema') }),
        unevaluatedProperties: tie('schema'),
        allOf: fc.array(tie('schema'), { maxLength: 2, minLength: 1 }),
      }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record(
        { oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), not: tie('schema') },
        { requiredKeys: ['oneOf'] },
      ),
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }, { requiredKeys: ['if'] }),
      fc.record(
        { prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }), items: tie('schema') },
        { requiredKeys: [] },
      ),
      fc.record({ contains: tie('schema'), maxContains: fc.constant(1) }, { requiredKeys: ['contains'] }),
      fc.record({
        patternProperties: fc.record({ '^a': tie('schema'), '^(?!b)': tie('schema') }, { requiredKeys: [] }),
        additionalProperties: tie('schema'),
      }),
    ),
  }));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom<unknown>('a', 'b', 1, 2, null),
      fc.record({ a: tie('value'), b: tie('value') }, { requiredKeys: [] }),
      fc.array(tie('value'), { maxLength: 2 }),
    ),
  }));

  test('any schema: what it takes as it was described is taken as it is stored', () => {
    let taken = 0;
    fc.assert(
      fc.property(schema, schema, schema, fc.array(value, { minLength: 5, maxLength: 5 }), (a, x, y, values) => {
        const described = of({ a }, { $id: 'https://example.org/whole', $defs: { x, y } });
        const parameters = JSON.stringify(inlinedParameters(described));
        expect(parameters).not.toMatch(/"\$(ref|defs|anchor|id|dynamicRef)"/);
        const isTaken = judgeOf(described);
        for (const it of values) {
          if (!isTaken({ a: it })) continue;
          taken += 1;
          expect([it, judgeArguments(parameters, { a: it })]).toEqual([it, null]);
        }
      }),
      { numRuns: 250, seed: 7 },
    );
    expect(taken).toBeGreaterThan(300);
  });

  /** By Ajv alone. A reference that leads to itself without an end takes nothing. */
  function judgeOf(described: JsonObject): (values: unknown) => boolean {
    const ajv = new Ajv2020({
      strict: false,
      logger: false,
      addUsedSchema: false,
      schemas: [{ $id: 'https://example.org/elsewhere' }],
    });
    return (values) => {
      try {
        return ajv.validate(described, values);
      } catch (error) {
        if (error instanceof RangeError) return false;
        throw error;
      }
    };
  }
});

describe('a schema that is large', () => {
  test.each(hostileSchemas)('is told within the budget of one function, or not at all: %s', (_, described, values) => {
    const budget = documentBudget(1);
    try {
      const parameters = JSON.stringify(inlinedParameters(described, budget));
      expect(parameters.length).toBeLessThanOrEqual(functionCharactersAtMost);
      expect(parameters).not.toMatch(/"\$(ref|defs|anchor)"/);
      judgeArguments(parameters, values);
    } catch (error) {
      expect(error).toMatchObject({ fault: 'too-large' });
    }
    // What was worked on, in all attempts together.
    expect(documentNodesAtMost - budget.nodes).toBeLessThanOrEqual(functionNodesAtMost * 9);
  });

  test('is told whole up to 32 KB and more, and is cut beyond: words first, then what is deep, never a property', () => {
    const property = (at: number) => ({
      type: 'object',
      description: `What the property of number ${at} is for, in some words.`,
      properties: { inner: { type: 'string', description: 'The inner one.' } },
    });
    const whole = of(Object.fromEntries(Array.from({ length: 220 }, (_, at) => [`p${at}`, property(at)])));
    expect(JSON.stringify(whole).length).toBeGreaterThan(32_000);
    expect(inlinedParameters(whole)).toEqual(whole);
    const larger = of(Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`p${at}`, property(at)])), {
      required: ['p7'],
      additionalProperties: false,
    });
    const cut = inlinedParameters(larger);
    expect([Object.keys(cut['properties'] as object).length, cut['required'], cut['additionalProperties']]).toEqual([
      700,
      ['p7'],
      false,
    ]);
  });

  test('leaves to the other functions of its document what they need', () => {
    const budget = documentBudget(200);
    const large = of(
      Object.fromEntries(
        Array.from({ length: 100 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(350) }]),
      ),
    );
    const functions = Array.from({ length: 200 }, () => inlinedParameters(large, budget));
    expect(functions[0]).toEqual(large);
    for (const { properties } of functions) expect(Object.keys(properties as object)).toHaveLength(100);
    expect(JSON.stringify(functions).length).toBeLessThan(2_000_000);
  });
});

test.each([
  ['a list', []],
  ['a text', 'object'],
  ['of a list', { type: 'array' }],
  ['false', false],
  ['of a type that is none', of({ a: { type: 'banana' } })],
  ['with a limit that is none', of({ a: { minimum: 'one' } })],
  ['with a list that is none', of({ a: { anyOf: {} } })],
  ['with a schema that is none', of({ a: 7 })],
])('a schema that is %s is refused', (_, schema) => expect(faultOf(schema)).toBe('schema'));
