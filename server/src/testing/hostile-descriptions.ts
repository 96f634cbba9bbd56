type Schema = Record<string, unknown>;

const many = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));
const wide = (options: number, depth: number, keyword: string): Schema =>
  depth === 0 ? { type: 'string' } : { [keyword]: many(options, () => wide(options, depth - 1, keyword)) };
const deep = (levels: number): Schema =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };

/** A schema of 2 to the power of `levels` calls, in a few kilobytes. */
export const doubling = (levels: number): Schema => ({
  type: 'object',
  $defs: Object.fromEntries([
    ['a0', { type: 'object' }],
    ...many(
      levels,
      (at) => [`a${at + 1}`, { allOf: [{ $ref: `#/$defs/a${at}` }, { $ref: `#/$defs/a${at}` }] }] as const,
    ),
  ]),
  allOf: [{ $ref: `#/$defs/a${levels}` }],
});

/** Schemas that were made to keep whoever reads, compiles or judges by them busy, each with arguments to judge. */
export const hostileSchemas: readonly (readonly [name: string, schema: Schema, values: Schema])[] = [
  ...[12, 24, 40, 60, 500].map((levels) => [`doubling references, ${levels} times`, doubling(levels), {}] as const),
  [
    'doubling references by anchors',
    {
      type: 'object',
      $defs: Object.fromEntries(
        many(40, (at) => [`d${at}`, { $anchor: `a${at}`, anyOf: [{ $ref: `#a${at + 1}` }, { $ref: `#a${at + 1}` }] }]),
      ),
      allOf: [{ $ref: '#a0' }],
    },
    {},
  ],
  [
    'itself, in ten properties',
    {
      type: 'object',
      properties: Object.fromEntries(many(10, (at) => [`p${at}`, { $ref: '#' }])),
      additionalProperties: false,
    },
    { p1: { p2: { p3: {} } } },
  ],
  ['itself and nothing else', { $ref: '#' }, {}],
  ['two that are each other', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }, {}],
  [
    'a chain of references',
    {
      type: 'object',
      $defs: Object.fromEntries(many(5_000, (at) => [`c${at}`, { $ref: `#/$defs/c${at + 1}` }])),
      properties: { a: { $ref: '#/$defs/c0' } },
    },
    { a: 1 },
  ],
  ...(['anyOf', 'oneOf', 'allOf'] as const).map(
    (keyword) => [`nested ${keyword}`, { type: 'object', properties: { a: wide(6, 4, keyword) } }, { a: 1 }] as const,
  ),
  [
    'an enumeration of 100,000',
    { type: 'object', properties: { a: { enum: many(100_000, (at) => `value ${at}`) } } },
    { a: 'value 7' },
  ],
  ['1,000 levels', { type: 'object', properties: { a: deep(1_000) } }, { a: { a: {} } }],
  [
    '1,000 levels of data',
    {
      type: 'object',
      properties: { a: { default: many(1_000, (at) => at).reduce<unknown>((inner) => [inner], 'end') } },
    },
    { a: 1 },
  ],
  [
    'a pattern that backtracks',
    {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { type: 'string', pattern: '(x+x+)+y' } },
    },
    { a: `${'a'.repeat(5_000)}!`, b: 'x'.repeat(5_000) },
  ],
  [
    'a pattern that repeats repetitions',
    { type: 'object', properties: { a: { pattern: '((((a{1,90}){1,90}){1,90}){1,90}){1,90}' } } },
    { a: 'a' },
  ],
  [
    'a pattern of 100,000 characters',
    { type: 'object', properties: { a: { pattern: '(a|b)'.repeat(20_000) } } },
    { a: 'a' },
  ],
  [
    'a thousand patterns',
    {
      type: 'object',
      patternProperties: Object.fromEntries(many(1_000, (at) => [`^(x|y){1,300}${at}$`, { type: 'string' }])),
      additionalProperties: false,
    },
    { x1: 'a' },
  ],
  [
    'items that are to differ',
    { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } },
    { a: many(2_500, (at) => ({ at, of: [at] })) },
  ],
  [
    'items that each have many options',
    { type: 'object', properties: { a: { type: 'array', items: wide(7, 3, 'oneOf') } } },
    { a: many(5_000, () => 'a') },
  ],
];

/** An OpenAPI document with so many parameters that each refer to one large schema. */
export const largeDocument = (parameters: number): string =>
  JSON.stringify({
    openapi: '3.0.0',
    servers: [{ url: 'https://api.example.org' }],
    paths: {
      '/a': {
        get: {
          parameters: many(parameters, (at) => ({
            name: `p${at}`,
            in: 'query',
            schema: { $ref: '#/components/schemas/Big' },
          })),
        },
      },
    },
    components: {
      schemas: {
        Big: {
          type: 'object',
          properties: Object.fromEntries(many(300, (at) => [`e${at}`, { enum: [`value ${at}`, 'other'] }])),
        },
      },
    },
  });

/** Documents that were made to keep their reader busy. */
export const hostileDocuments: readonly (readonly [name: string, text: string])[] = [
  ...[500, 4_000, 9_000].map(
    (parameters) => [`${parameters} parameters of one large schema`, largeDocument(parameters)] as const,
  ),
  [
    '200 operations of one large schema',
    JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'https://api.example.org' }],
      paths: Object.fromEntries(
        many(200, (at) => [
          `/p${at}`,
          {
            post: {
              requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Big' } } } },
            },
          },
        ]),
      ),
      components: {
        schemas: {
          Big: {
            type: 'object',
            properties: Object.fromEntries(many(20_000, (at) => [`property${at}`, { type: 'string' }])),
          },
        },
      },
    }),
  ],
  [
    'YAML of 800 KB',
    `openapi: 3.0.0\nservers: [{url: 'https://api.example.org'}]\npaths:\n  /a:\n    get:\n      parameters:\n${many(8_000, (at) => `        - {name: p${at}, in: query, description: "of this and that, and more", schema: {type: string}}\n`).join('')}`,
  ],
  ['YAML of many levels', `openapi: 3.0.0\na: ${'['.repeat(50_000)}`],
  [
    'YAML of aliases of aliases',
    `openapi: 3.0.0\na0: &a0 [x,x,x,x,x,x,x,x,x]\n${many(9, (at) => `a${at + 1}: &a${at + 1} [${many(9, () => `*a${at}`).join(',')}]\n`).join('')}`,
  ],
  ['JSON of many levels', `{"openapi":"3.0.0","a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
];
