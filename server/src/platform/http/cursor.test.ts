import { randomUUID } from 'node:crypto';
import { type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { readCursor, writeCursor } from './cursor.ts';

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('owner@pro.example');
});
afterAll(() => server.close());

const shapeOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  ((schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape as
    | Record<string, unknown>
    | undefined) ?? {}; // zod keeps the fields of an object there
const takesCursor = ({ query, body }: Endpoint) => 'cursor' in shapeOf(query) || 'cursor' in shapeOf(body);

/** Values in the shape of a position that PostgreSQL does not accept as one. */
const wrongPlaces: readonly unknown[] = ['a\u0000b', '0000-01-01T00:00:00Z', 2 ** 31, Number.MAX_SAFE_INTEGER, 0.5];
/** Tails of a cursor position that has more than the order: the id of a row, the hash of an entry. */
const tails = [[], [randomUUID()], ['a'.repeat(64)]];

/** Returns every order in which a list can be requested: a cursor position carries it. */
function ordersOf({ query }: Endpoint): { readonly asked: string; readonly heads: readonly (readonly unknown[])[] }[] {
  const { sort, order } = shapeOf(query);
  const name = sort === undefined ? 'order' : 'sort';
  const values = [...new Set(optionsOf(sort ?? order))];
  const plain = { asked: '', heads: [[], [true], [false]] };
  return values.length === 0 ? [plain] : values.map((value) => ({ asked: `&${name}=${value}`, heads: [[], [value]] }));
}

/** Returns the options of an enum, however wrapped. */
function optionsOf(schema: unknown): readonly string[] {
  const def = (schema as { _zod?: { def?: { entries?: Record<string, string>; innerType?: unknown } } } | undefined)
    ?._zod?.def; // zod keeps them there
  if (def?.entries !== undefined) return Object.values(def.entries);
  return def?.innerType === undefined ? [] : optionsOf(def.innerType);
}

/** Returns invalid positions of a list, each as a cursor. */
function wrongCursors(heads: readonly (readonly unknown[])[]): string[] {
  return heads.flatMap((head) =>
    wrongPlaces.flatMap((place) => tails.map((tail) => writeCursor([...head, place, ...tail] as string[]))),
  ); // nothing is certain about a reader
}

/** Ids from the demonstration for lists of a parent; a parent the demonstration lacks gets a random id. */
async function idsByName(): Promise<Record<string, string>> {
  const tables = {
    agent_id: 'bots',
    dialogue_id: 'dialogues',
    rule_id: 'governance_rules',
    template_id: 'prompt_templates',
    team_id: 'teams',
    import_id: 'member_imports',
    share_id: 'shares',
  };
  const ofOwner = sql`(select memberships.organization_id from users join memberships on memberships.user_id = users.id where users.email = 'owner@pro.example')`;
  const found = await Promise.all(
    Object.entries(tables).map(async ([name, table]) => {
      const { rows } = await server.db.asSystem((trx) =>
        sql<{ id: string }>`select id from ${sql.table(table)} where organization_id = ${ofOwner} limit 1`.execute(trx),
      );
      return [name, rows[0]?.id ?? randomUUID()] as const;
    }),
  );
  return Object.fromEntries(found);
}

const def = (schema: unknown) =>
  (schema as { _zod?: { def?: Readonly<Record<string, unknown>> } } | undefined)?._zod?.def; // zod keeps it there

/** Returns every schema of a date or timestamp in this one, at any depth. */
function momentsIn(schema: unknown): readonly z.core.$ZodType[] {
  const known = def(schema);
  if (known === undefined) return [];
  if (known.format === 'date' || known.format === 'datetime') return [schema as z.core.$ZodType]; // `known` defined
  return Object.values(known).flatMap((part) =>
    Array.isArray(part)
      ? part.flatMap(momentsIn)
      : def(part) !== undefined
        ? momentsIn(part)
        : Object.values(part ?? {}).flatMap(momentsIn),
  );
}

test('a date or a moment that PostgreSQL cannot reckon with is refused wherever a request may hold one', () => {
  const parts = [server.app, server.charts, server.payment].flatMap((app) =>
    app.endpoints.flatMap(({ method, path, query, body }) =>
      [query, body].flatMap(momentsIn).map((schema) => ({ at: `${method} ${path}`, schema })),
    ),
  );
  expect(parts.length).toBeGreaterThan(10);
  const takes = (schema: z.core.$ZodType, year: string) =>
    ['-01-01', '-12-31'].some((rest) =>
      ['', 'T00:00:00Z', 'T23:59:59.999Z'].some((time) => z.safeParse(schema, `${year}${rest}${time}`).success),
    );
  expect(
    parts
      .filter(({ schema }) => ['0000', '0999', '9000', '9999'].some((year) => takes(schema, year)))
      .map(({ at }) => at),
  ).toEqual([]);
  expect(
    parts.filter(({ schema }) => !['1000', '2026', '8999'].every((year) => takes(schema, year))).map(({ at }) => at),
  ).toEqual([]);
});

test('a text that only looks like U+0000 is a place', () => {
  expect(readCursor(writeCursor(['\\u0000']), z.tuple([z.string()]))).toEqual(['\\u0000']);
});

test('a cursor that no list has written is refused by every list, whatever it holds', async () => {
  const lists = [server.app, server.charts, server.payment].flatMap((app) =>
    app.endpoints.filter(takesCursor).map((endpoint) => ({ app, endpoint })),
  );
  const ids = await idsByName();
  const wrong: string[] = [];
  let sent = 0;
  for (const { app, endpoint } of lists) {
    for (const { asked, heads } of ordersOf(endpoint)) {
      for (const cursor of wrongCursors(heads)) {
        const path = fillPath(endpoint.path, ids);
        const isGet = endpoint.method === 'GET';
        const answer = await app.inject({
          method: isGet ? 'GET' : 'POST',
          url: isGet ? `${path}?cursor=${cursor}${asked}` : path,
          headers: owner.headers(),
          ...(isGet ? {} : { payload: { cursor } }),
        });
        sent += 1;
        if (answer.statusCode >= 500)
          wrong.push(
            `${endpoint.method} ${endpoint.path}${asked} ${Buffer.from(cursor, 'base64url').toString()}: ${answer.statusCode} ${answer.body.slice(0, 120)}`,
          );
      }
    }
  }
  console.info(`${sent} wrong cursors for ${lists.length} lists`);
  expect(wrong).toEqual([]);
});
