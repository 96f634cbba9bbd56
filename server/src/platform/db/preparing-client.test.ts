import { sql } from 'kysely';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
});

/** Counts prepared statements other than those that begin a transaction. */
const prepared = async () =>
  Number(
    (await database.pool.query<{ count: string }>("select count(*) from pg_prepared_statements where name like 's%'"))
      .rows[0]?.count,
  );
const isEmbedded = () => database.url === null;

test('what is asked often is prepared where the database is the embedded one, and nothing where it is shared', async () => {
  const ask = (value: number) => database.pool.query<{ sum: number }>('select $1::integer + 1 as sum', [value]);
  for (let at = 0; at < 2; at++) expect((await ask(at)).rows).toEqual([{ sum: at + 1 }]);
  expect(await prepared()).toBe(0);
  for (let at = 0; at < 5; at++) expect((await ask(at)).rows).toEqual([{ sum: at + 1 }]);
  expect(await prepared()).toBe(isEmbedded() ? 1 : 0);
});

test('no more is prepared than has room, and all of it is answered', async () => {
  for (let statement = 0; statement < 300; statement++) {
    for (let use = 0; use < 4; use++) {
      const { rows } = await database.pool.query<{ sum: number }>(`select $1::integer + ${statement} as sum`, [use]);
      expect(rows).toEqual([{ sum: use + statement }]);
    }
  }
  expect(await prepared()).toBe(isEmbedded() ? 200 : 0);
});

test('a prepared statement sees the rows of the tenant that asks, not of the one before', async () => {
  const organizations = await database.db.asSystem((trx) => trx.selectFrom('organizations').select('id').execute());
  const members = (id: string) =>
    database.db.asTenant(id, (trx) =>
      trx
        .selectFrom('memberships')
        .where('created_at', '<', new Date(Date.now() + 1_000))
        .select('organization_id')
        .execute(),
    );
  for (let round = 0; round < 4; round++) {
    for (const { id } of organizations) {
      const seen = await members(id);
      expect(seen.filter(({ organization_id }) => organization_id !== id)).toEqual([]);
    }
  }
  const all = await database.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .where('created_at', '<', new Date(Date.now() + 1_000))
      .select('organization_id')
      .execute(),
  );
  expect(new Set(all.map(({ organization_id }) => organization_id)).size).toBeGreaterThan(1);
});

test('a tenant that is no id never becomes a part of a statement', async () => {
  await expect(database.db.asTenant(`x'; drop table users; --`, (trx) => sql`select 1`.execute(trx))).rejects.toThrow(
    /no organisation's id/,
  );
  expect((await database.db.lookUp((trx) => trx.selectFrom('users').select('id').execute())).length).toBeGreaterThan(0);
});

test('a look-up within a transaction belongs to it', async () => {
  const email = 'look-up@example.org';
  await database.db
    .asSystem(async (trx) => {
      await trx.insertInto('users').values({ email, password_hash: 'x' }).execute();
      expect(
        await database.db.lookUp((within) =>
          within.selectFrom('users').where('email', '=', email).select('id').execute(),
        ),
      ).toHaveLength(1);
      throw new Error('taken back');
    })
    .catch(() => undefined);
  expect(
    await database.db.lookUp((trx) => trx.selectFrom('users').where('email', '=', email).select('id').execute()),
  ).toEqual([]);
});
