import { elicitationFaultsOf } from '@parlance/shared/contract/api/tools/elicitation-faults';
import type { ElicitationField } from '@parlance/shared/contract/api/tools/elicitations';
import { fieldsOf, matchesPattern } from './fields.ts';

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });
/** Returns a field without what all have. */
function fieldOf(schema: object, required: string[] = ['it']): unknown {
  const [field] = fieldsOf(object({ it: schema }, required));
  if (field === undefined) return null;
  const { name: _, title: __, description: ___, is_required: ____, ...own } = field;
  return own;
}

/** The examples of the specification of 2025-11-25, Elicitation, “Requested Schema”. */
describe('the examples of the specification', () => {
  test('a string', () =>
    expect(
      fieldsOf(
        object({
          it: {
            type: 'string',
            title: 'Display Name',
            description: 'Description text',
            minLength: 3,
            maxLength: 50,
            pattern: '^[A-Za-z]+$',
            format: 'email',
            default: 'user@example.com',
          },
        }),
      ),
    ).toEqual([
      {
        type: 'text',
        name: 'it',
        title: 'Display Name',
        description: 'Description text',
        is_required: false,
        min_length: 3,
        max_length: 50,
        pattern: '^[A-Za-z]+$',
        format: 'email',
        // Its default does not match its pattern.
      },
    ]));
  test.each([
    [
      { type: 'number', title: 'Display Name', description: 'Description text', minimum: 0, maximum: 100, default: 50 },
      { type: 'number', is_integer: false, minimum: 0, maximum: 100, default: 50 },
    ],
    [
      { type: 'boolean', title: 'Display Name', default: false },
      { type: 'boolean', default: false },
    ],
    [
      { type: 'string', title: 'Color Selection', enum: ['Red', 'Green', 'Blue'], default: 'Red' },
      { type: 'choice', options: ['Red', 'Green', 'Blue'].map((value) => ({ value, title: value })), default: 'Red' },
    ],
    [
      {
        type: 'string',
        oneOf: [
          { const: '#FF0000', title: 'Red' },
          { const: '#00FF00', title: 'Green' },
        ],
        default: '#FF0000',
      },
      {
        type: 'choice',
        options: [
          { value: '#FF0000', title: 'Red' },
          { value: '#00FF00', title: 'Green' },
        ],
        default: '#FF0000',
      },
    ],
    [
      {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        items: { type: 'string', enum: ['Red', 'Green', 'Blue'] },
        default: ['Red', 'Green'],
      },
      {
        type: 'choices',
        options: ['Red', 'Green', 'Blue'].map((value) => ({ value, title: value })),
        min_items: 1,
        max_items: 2,
        default: ['Red', 'Green'],
      },
    ],
    [
      { type: 'array', items: { anyOf: [{ const: '#FF0000', title: 'Red' }] }, default: ['#FF0000'] },
      { type: 'choices', options: [{ value: '#FF0000', title: 'Red' }], default: ['#FF0000'] },
    ],
    // Of 2025-06-18, with names beside the values.
    [
      { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option 1', 'Option 2'] },
      {
        type: 'choice',
        options: [
          { value: 'opt1', title: 'Option 1' },
          { value: 'opt2', title: 'Option 2' },
        ],
      },
    ],
  ])('%j', (schema, field) => expect(fieldOf(schema)).toEqual(field));
});

/** What pydantic writes for the models of FastMCP, zod for those of the SDK, and others by hand. */
test.each([
  [{ anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Nick' }, { type: 'text' }],
  [
    { type: ['integer', 'null'], exclusiveMinimum: 0 },
    { type: 'number', is_integer: true, minimum: 1 },
  ],
  [
    { type: 'integer', minimum: -9007199254740991, maximum: 10 },
    { type: 'number', is_integer: true, minimum: -9007199254740991, maximum: 10 },
  ],
  [
    { enum: [1, 2, null] },
    {
      type: 'choice',
      options: [
        { value: 1, title: '1' },
        { value: 2, title: '2' },
      ],
    },
  ],
  [
    { const: 'yes', title: 'Agree' },
    { type: 'choice', options: [{ value: 'yes', title: 'yes' }] },
  ],
  [{ type: 'string', format: 'uuid' }, { type: 'text' }],
  [{ type: 'string', pattern: '(?=a)b' }, { type: 'text' }],
  [{}, { type: 'text' }],
  [{ type: 'boolean', default: 'yes' }, { type: 'boolean' }],
  [
    { type: 'integer', default: 1.5 },
    { type: 'number', is_integer: true },
  ],
  [
    { enum: ['a'], default: 'b' },
    { type: 'choice', options: [{ value: 'a', title: 'a' }] },
  ],
])('what generators write is read: %j', (schema, field) => expect(fieldOf(schema)).toEqual(field));

test('a reference is followed', () => {
  const schema = {
    ...object({ color: { $ref: '#/$defs/Color' } }, ['color']),
    $defs: { Color: { enum: ['red', 'blue'], title: 'Color', type: 'string' } },
  };
  expect(fieldsOf(schema)).toMatchObject([
    { type: 'choice', title: 'Color', options: [{ value: 'red' }, { value: 'blue' }] },
  ]);
});

test.each([
  [{ type: 'object', properties: {} }],
  [{ type: 'array', items: { type: 'string' } }],
  [{ anyOf: [{ type: 'string' }, { type: 'integer' }] }],
  [{ enum: [] }],
  [{ enum: Array.from({ length: 501 }, (_, at) => String(at)) }],
  [{ type: 'null' }],
  [true],
  [7],
])('what is no field is left out, and refused if it is required: %j', (schema) => {
  expect(fieldOf(schema as object, [])).toBeNull();
  expect(() => fieldOf(schema as object)).toThrow('“it” is none that a form can have');
});

test('names that break objects or tables are no fields', () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string"},"a\\u0000b":{"type":"string"},"constructor":{"type":"string"}}',
  ) as object;
  expect(fieldsOf(object(properties)).map(({ name }) => name)).toEqual(['constructor']);
});

test.each([
  ['too many fields', object(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, {}]))), 'at most 50'],
  ['too much text', object({ a: { description: 'x'.repeat(100_000) } }), 'too large'],
  ['a reference to nowhere', 'text', 'no schema'],
  ['nothing', undefined, 'no schema'],
  ['null', null, 'no schema'],
])('a form is refused that has %s', (_, schema, words) => expect(() => fieldsOf(schema)).toThrow(words));

test('a schema that is too deep ends nothing', () => {
  let schema: object = {};
  for (let depth = 0; depth < 200_000; depth += 1) schema = { items: schema };
  expect(() => fieldsOf(object({ a: schema }))).toThrow('no schema of a form');
});

test('texts are cut, and made storable', () => {
  const [field] = fieldsOf(object({ a: { title: `  A\0\uD800${'x'.repeat(400)}`, description: 'y'.repeat(3_000) } }));
  expect([field?.title.length, field?.description.length, field?.title.slice(0, 3)]).toEqual([300, 2_000, 'A\uFFFDx']);
});

describe('the content of a form', () => {
  const fields = fieldsOf(
    object(
      {
        name: { type: 'string', minLength: 2, maxLength: 4 },
        mail: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        at: { type: 'string', format: 'date-time' },
        code: { type: 'string', pattern: '^[A-Z]+$' },
        count: { type: 'integer', minimum: 1, maximum: 5 },
        ratio: { type: 'number' },
        yes: { type: 'boolean' },
        one: { enum: ['a', 1] },
        some: { type: 'array', items: { enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 },
      },
      ['name', 'some'],
    ),
  );
  const good = { name: 'Ada', some: ['a'] };
  const faults = (content: Parameters<typeof elicitationFaultsOf>[1], of: readonly ElicitationField[] = fields) =>
    Object.fromEntries(elicitationFaultsOf(of, content, matchesPattern));

  test.each([
    [{}],
    [{ mail: 'ada@example.com', site: 'https://a.example/x', day: '2026-02-28', at: '2026-02-28T10:00:00+02:00' }],
    [{ code: 'ABC', count: 5, ratio: 0.5, yes: false, one: 1, some: ['c', 'a'] }],
    [{ name: '👩🏽‍🚀'.slice(0, 4) }],
  ])('is as its server asks: %j', (content) => expect(faults({ ...good, ...content })).toEqual({}));

  test.each([
    [{ name: '' }, { name: 'missing' }],
    [{ name: 'A' }, { name: 'too-short' }],
    [{ name: 'Lovelace' }, { name: 'too-long' }],
    [{ name: 5 }, { name: 'kind' }],
    [{ mail: 'ada@' }, { mail: 'format' }],
    [{ site: 'example' }, { site: 'format' }],
    [{ day: '2026-02-30' }, { day: 'format' }],
    [{ at: '2026-02-28' }, { at: 'format' }],
    [{ code: 'abc' }, { code: 'pattern' }],
    [{ count: 0 }, { count: 'too-small' }],
    [{ count: 6 }, { count: 'too-large' }],
    [{ count: 1.5 }, { count: 'no-integer' }],
    [{ count: '3' }, { count: 'kind' }],
    [{ yes: 'true' }, { yes: 'kind' }],
    [{ one: '1' }, { one: 'no-option' }],
    [{ one: ['a'] }, { one: 'kind' }],
    [{ some: [] }, { some: 'missing' }],
    [{ some: ['a', 'b', 'c'] }, { some: 'too-many' }],
    [{ some: ['a', 'a'] }, { some: 'no-option' }],
    [{ some: 'a' }, { some: 'kind' }],
    [{ other: 'x' }, { other: 'unknown' }],
  ])('is not: %j', (content, expected) => expect(faults({ ...good, ...content })).toEqual(expected));

  test('may lack what is not required, and what is required has to be there', () =>
    expect(faults({})).toEqual({ name: 'missing', some: 'missing' }));
});
