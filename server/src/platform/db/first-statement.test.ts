import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { statementsOf } from '../../testing/statements.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { type Beginning, FirstStatement, type Statement } from './first-statement.ts';
import { often } from './preparing-client.ts';

let database: TestDatabase;
let organizations: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  organizations = (await database.db.asSystem((trx) => trx.selectFrom('organizations').select('id').execute())).map(
    ({ id }) => id,
  );
});
afterAll(async () => {
  await database.close();
});

const tenant = () => organizations[0] ?? 'missing';
const within = <T>(statement: ReturnType<typeof sql<T>>) =>
  database.db.asTenant(tenant(), async (trx) => (await statement.execute(trx)).rows);
const made = async (name: string) =>
  (await database.pool.query('select 1 from teams where name = $1', [name])).rowCount;

test('the first statement of a transaction goes with the words that begin it, and one without any is not sent', async () => {
  const { statements } = await statementsOf(() => within(sql`select ${1}::integer as one`));
  expect(statements).toEqual(['select $1::integer as one', 'commit']);
  expect((await statementsOf(() => database.db.asTenant(tenant(), async () => undefined))).statements).toEqual([]);
  const failed = await statementsOf(() =>
    database.db.asTenant(tenant(), () => Promise.reject(new Error('changed my mind'))).catch(() => undefined),
  );
  expect(failed.statements).toEqual([]);
});

test('its answer is its own, with values and without, alone and as several in one text', async () => {
  for (let round = 0; round < 5; round++) {
    expect(
      await within(
        sql`select ${round}::integer as round, current_user::text as role, current_setting('app.organization_id') as tenant`,
      ),
    ).toEqual([{ round, role: 'parlance_app', tenant: tenant() }]);
    expect(await within(sql`select current_user::text as role`)).toEqual([{ role: 'parlance_app' }]);
    await within(sql.raw(`set local statement_timeout = '5s'; select 1`));
  }
  expect(await within(sql`select current_setting('statement_timeout') <> '5s' as is_over`)).toEqual([
    { is_over: true },
  ]);
});

test('each transaction is of the tenant that began it, on whichever connection', async () => {
  const wanted = Array.from({ length: 40 }, (_, at) => organizations[at % organizations.length] ?? 'missing');
  const seen = await Promise.all(
    wanted.map((id) =>
      database.db.asTenant(id, async (trx) =>
        (
          await sql<{ id: string }>`select id from organizations ${often} where ${1}::integer = 1`.execute(trx)
        ).rows.map((row) => row.id),
      ),
    ),
  );
  expect(seen).toEqual(wanted.map((id) => [id]));
});

test.each([{ often: sql`` }, { often }])(
  'one that fails takes its transaction with it, and is answered as before the next time (%#)',
  async ({ often: mark }) => {
    for (let round = 0; round < 5; round++) {
      await expect(within(sql`select ${mark} 1 / ${0}::integer as quotient`)).rejects.toThrow(/division by zero/);
      await expect(within(sql`select ${mark} no_such_column from teams where name = ${'x'}`)).rejects.toThrow(
        /no_such_column/,
      );
      expect(await within(sql`select ${mark} 1 / ${1}::integer as quotient`)).toEqual([{ quotient: 1 }]);
    }
  },
);

/** Sends a statement behind a custom beginning, and rolls back what is left of the transaction. */
async function behind(beginning: readonly Beginning[], statement: Statement): Promise<pg.QueryResult> {
  const client = await database.pool.connect();
  try {
    return await new Promise((resolve, reject) => {
      client.query(
        new FirstStatement(beginning, statement, (error, result) =>
          error === null ? resolve(result) : reject(error),
        ) as unknown as pg.Submittable,
      );
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test.each([
  { what: 'its begin', beginning: [{ text: 'begin isolation level no such level', values: [] }] },
  {
    what: 'what follows its begin',
    beginning: [
      { text: 'begin', values: [] },
      { text: 'select 1 / $1::integer', values: ['0'] },
    ],
  },
  {
    what: 'a beginning that has a name',
    beginning: [{ name: 'no-beginning', text: 'select no_such_column', values: [] }],
  },
])('where $what fails the statement is not done', async ({ beginning }) => {
  for (const name of [undefined, `insert-${randomUUID()}`]) {
    const team = `Outside ${randomUUID()}`;
    const statement = {
      ...(name === undefined ? {} : { name }),
      text: 'insert into teams (organization_id, name) values ($1, $2)',
      values: [tenant(), team],
    };
    await expect(behind(beginning, statement)).rejects.toThrow();
    expect(await made(team)).toBe(0);
    expect((await behind([{ text: 'begin', values: [] }], statement)).rowCount).toBe(1);
    expect(await made(team)).toBe(0);
  }
});

test('what every question asks is prepared on either database, by each connection once', async () => {
  const client = await database.pool.connect();
  try {
    const mark = `select /* often */ $1::integer as n${randomUUID().replaceAll('-', '')}`;
    for (let at = 0; at < 4; at++) await client.query(mark, [at]);
    expect((await client.query('select 1 from pg_prepared_statements where statement = $1', [mark])).rowCount).toBe(1);
  } finally {
    client.release();
  }
});
