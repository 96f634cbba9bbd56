import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { makeEmbeddedTemplate, makePostgresTemplate } from '../../server/src/testing/test-database.ts';

/** A database of one product: the settings that lead there, and its end. */
export type TestDatabase = { readonly settings: Readonly<Record<string, string>>; drop(): Promise<void> };

const template = 'parlance_template';
/** The folder of the embedded one's template, for the programs in which Jest runs the tests. */
const templateFolder = 'E2E_DATABASE_TEMPLATE';
/** Below the data folder, where the product looks for it. */
const embeddedName = 'database';

/**
 * A fresh copy of the template with the demonstration data, of the kind that TEST_DATABASE names: `pglite`, the
 * default, in this data folder, where the product looks for it; `postgres` in the cluster of TEST_DATABASE_URL.
 */
export async function createTestDatabase(dataFolder: string): Promise<TestDatabase> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return fillDataFolder(dataFolder);
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

async function fillDataFolder(dataFolder: string): Promise<TestDatabase> {
  const made = process.env[templateFolder];
  if (made === undefined)
    throw new Error(`${templateFolder} is missing: harness/jest-start.ts sets it before the first test.`);
  await cp(made, path.join(dataFolder, embeddedName), { recursive: true });
  return { settings: { DATA_DIR: dataFolder }, drop: async () => {} };
}

/**
 * The same with a data folder of its own, in which a statement has changed something before a product starts on it:
 * what no request can bring about.
 */
export async function createChangedDatabase(change: string): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-e2e-data-'));
  const { settings, drop } = await createTestDatabase(folder);
  const address = settings['DATABASE_URL'];
  if (address === undefined) await makeEmbeddedTemplate(path.join(folder, embeddedName), change);
  else await inCluster(address, change);
  return {
    settings: { DATA_DIR: folder, ...settings },
    drop: () => drop().finally(() => rm(folder, { recursive: true, force: true })),
  };
}

/**
 * Prepares the databases before the first test: a product on PostgreSQL makes no demonstration data of its own, so its
 * template must; the embedded one would make them in the first seconds of every file. That it does is tested with `npm
 * start`.
 */
export async function prepareTestDatabases(): Promise<void> {
  if (process.env['TEST_DATABASE'] !== 'postgres') return prepareDataFolder();
  await makePostgresTemplate(clusterAddress());
}

async function prepareDataFolder(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parlance-e2e-template-'));
  process.env[templateFolder] = folder;
  await makeEmbeddedTemplate(folder);
}

function clusterAddress(): string {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined)
    throw new Error(
      'TEST_DATABASE=postgres needs TEST_DATABASE_URL, the address of a cluster where databases may be created.',
    );
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
