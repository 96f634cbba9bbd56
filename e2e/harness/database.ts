import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { makePostgresTemplate } from '../../server/src/testing/test-database.ts';

/** A database of one product: the settings that lead there, and its end. */
export type TestDatabase = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> };

const template = 'parlance_template';

/**
 * The database that TEST_DATABASE names: `pglite`, the default, is the product's own in its data folder; `postgres` is
 * a fresh copy of the template with the demonstration data, in the cluster of TEST_DATABASE_URL.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return { settings: {}, drop: async () => {} };
  const cluster = clusterAddress();
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await inCluster(cluster, `create database ${name} template ${template}`);
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: address.href },
    drop: async () => void (await inCluster(cluster, `drop database if exists ${name} with (force)`)),
  };
}

/** Before the first test: a product on PostgreSQL makes no demonstration data of its own, so its template must. */
export async function prepareTestDatabases(): Promise<void> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return;
  const cluster = clusterAddress();
  const found = await inCluster(cluster, `select 1 from pg_database where datname = '${template}'`);
  if (found.rowCount === 0) await makePostgresTemplate(cluster);
}

function clusterAddress(): string {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL, the address of a cluster where databases may be created.');
  return cluster;
}

async function inCluster(address: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
