import * as z from 'zod';
import { judgeArguments } from './judging-by-ajv.ts';

const judge = (schema: object, values: object) => judgeArguments(JSON.stringify(schema), values);

test('what zod describes as required though it has a default may be left out, at any depth', () => {
  const schema = z.toJSONSchema(
    z.object({
      scale: z.enum(['css', 'device']).default('css'),
      clip: z.optional(z.object({ x: z.number(), unit: z.string().default('px') })),
      marks: z.array(z.object({ at: z.number(), color: z.string().default('red') })).default([]),
    }),
  );
  expect(schema.required).toEqual(['scale', 'marks']);
  expect(judge(schema, {})).toBeNull();
  expect(judge(schema, { clip: { x: 1 }, marks: [{ at: 1 }] })).toBeNull();
  expect(judge(schema, { clip: {} })).toBe("/clip must have required property 'x'");
  expect(judge(schema, { scale: 'em' })).toContain('/scale');
});

test('a default that is none of its own type changes nothing', () =>
  expect(
    judge({ type: 'object', properties: { a: { type: 'string', default: null } }, required: ['a'] }, {}),
  ).toBeNull());

test.each([
  ['not', { not: { properties: { a: { default: 1 } }, required: ['a'] } }, {}, null],
  [
    'one of several',
    {
      oneOf: [
        { properties: { a: { default: 1 } }, required: ['a'] },
        { properties: { b: {} }, required: ['b'] },
      ],
    },
    { b: 1 },
    null,
  ],
])('what accepts less when more is left out stays as it is: %s', (_, schema, values, judged) =>
  expect(judge({ type: 'object', ...schema }, values)).toBe(judged),
);

test('properties called like those of every object have no default', () =>
  expect(judge({ type: 'object', properties: {}, required: ['constructor'] }, {})).toContain('constructor'));
