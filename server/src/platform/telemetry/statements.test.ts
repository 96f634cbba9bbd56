import { sql } from 'kysely';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { connectPostgres } from '../db/open.ts';
import { type Observer, type SpanStart, observeBy } from './observer.ts';
import { withoutValues } from './statements.ts';

const begun: SpanStart[] = [];
const recorded: Record<string, string>[] = [];
const errors: unknown[] = [];
let isInTrace = true;
/** Records what it is told. */
const recorder: Observer = {
  isTracing: true,
  begin(start) {
    begun.push(start);
    return {
      within: (work) => work(),
      set: () => undefined,
      end: (error) => void (error === undefined || errors.push(error)),
    };
  },
  traceparent: () => (isInTrace ? 'in a trace' : null),
  ids: () => ({}),
  add: () => undefined,
  record: (_, __, labels) => void recorded.push(labels),
  watch: () => () => undefined,
};

let database: TestDatabase;
let stop: () => void;
let close = async () => {};
beforeAll(async () => {
  stop = observeBy(recorder);
  database = await openTestDatabase();
  if (database.url === null) return;
  const { db, close: closeOwn } = connectPostgres(database.url, { error: () => undefined, warn: () => undefined });
  close = closeOwn;
  database = { ...database, db };
});
afterAll(async () => {
  await close();
  await database.close();
  stop();
});
beforeEach(() => {
  for (const kept of [begun, recorded, errors]) kept.length = 0;
  isInTrace = true;
});

test('each statement of a transaction is a span with its text and without its values', async () => {
  const [{ id }] = (await database.pool.query<{ id: string }>(`select id from organizations limit 1`)).rows as [
    { id: string },
  ];
  begun.length = 0;
  await database.db.asTenant(id, async (trx) => {
    await trx.selectFrom('users').where('email', '=', 'secret@pro.example').select('id').execute();
    await sql.raw(`select 'a secret in the text' as told, 7781 as number`).execute(trx);
  });
  expect(begun.map(({ name }) => name)).toEqual(['select', 'select', 'commit']);
  expect(begun[0]?.attributes['db.query.text']).toMatch(/^select "id" from "users" where "email" = \$1$/);
  expect(begun[1]?.attributes['db.query.text']).toBe('select ? as told, ? as number');
  expect(JSON.stringify(begun)).not.toMatch(new RegExp(`secret|7781|${id}`));
  expect(recorded).toContainEqual({ operation: 'select', outcome: 'done' });
});

test('one that fails is said to, and fails for whoever asked', async () => {
  await expect(
    database.db.asSystem((trx) =>
      trx
        .selectFrom('nothing' as 'users')
        .selectAll()
        .execute(),
    ),
  ).rejects.toThrow(/nothing/);
  expect(errors).toHaveLength(1);
  expect(recorded).toContainEqual({ operation: 'select', outcome: 'failed' });
});

test('what nobody asked for is counted, and no trace of its own', async () => {
  isInTrace = false;
  await database.db.lookUp((db) => db.selectFrom('users').select('id').limit(1).execute());
  expect(begun).toEqual([]);
  expect(recorded).toEqual([{ operation: 'select', outcome: 'done' }]);
});

test.each([
  [`select 'it''s a secret', 42, 1.5 from t1 where a = $1`, `select ?, ?, ? from t1 where a = $1`],
  [`do $body$ secret $body$`, `do ?`],
  [`select "column 1" from "t" limit 10`, `select "column ?" from "t" limit ?`],
])('%s is told as %s', (text, told) => {
  expect(withoutValues(text)).toBe(told);
});
