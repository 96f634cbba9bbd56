import pg from 'pg';
import { type ThrowawayPostgres, startPostgres } from './postgres.ts';
import { makePostgresTemplate } from './test-database.ts';

// A PostgreSQL of its own and all migrations, on a machine that may be busy with other tests.
jest.setTimeout(180_000);

let cluster: ThrowawayPostgres;
beforeAll(async () => {
  cluster = await startPostgres();
});
afterAll(() => cluster.stop());

async function query(statement: string, database = 'postgres'): Promise<unknown[]> {
  const address = new URL(cluster.url);
  address.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: address.href });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows.map((row) => Object.values(row)[0]);
}

test('a run of tests that was killed while it made the template leaves the next one to make it; whoever comes after finds it', async () => {
  await query('create database parlance_template_unfinished');
  await query('create table kysely_migration (name text)', 'parlance_template_unfinished');
  await makePostgresTemplate(cluster.url);
  const made = await query(`select oid::text from pg_database where datname like 'parlance%'`);
  expect(made).toHaveLength(1);
  expect(await query(`select count(*)::int from users where email = 'owner@pro.example'`, 'parlance_template')).toEqual(
    [1],
  );
  await makePostgresTemplate(cluster.url);
  expect(await query(`select oid::text from pg_database where datname like 'parlance%'`)).toEqual(made);
});
