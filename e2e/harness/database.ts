import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of one product: the settings that lead there, and its end. */
export type TestDatabase = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> };

/**
 * The database that TEST_DATABASE names: `pglite`, the default, is the product's own in its data folder; `postgres` is
 * a fresh database in the cluster of TEST_DATABASE_URL, which the test run starts.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return { settings: {}, drop: async () => {} };
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL, the address of a cluster where databases may be created.');
  const name = `e2e_${randomBytes(6).toString('hex')}`;
  await inCluster(cluster, `create database ${name}`);
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return {
    settings: { DATABASE_URL: address.href, DEMO_DATA: 'true' },
    drop: () => inCluster(cluster, `drop database if exists ${name} with (force)`),
  };
}

async function inCluster(address: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
