import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resources } from './jest-resources.ts';
import { startPostgres } from './postgres.ts';
import { useScratch } from './scratch.ts';
import { makeEmbeddedTemplate, makePostgresTemplate } from './test-database.ts';
import { makeTestKeys } from './test-keys.ts';

/**
 * Runs before the first test: makes the template database that every test file copies, on the database that
 * TEST_DATABASE names.
 */
export default async function start(): Promise<void> {
  const kind = process.env['TEST_DATABASE'] ?? 'pglite';
  resources.removeScratch = useScratch().remove;
  process.env['TEST_PLAN_SIGNING_KEYS'] = await makeTestKeys();
  if (kind === 'postgres') await startOnPostgres();
  else if (kind === 'pglite') await startOnPglite();
  else throw new Error(`TEST_DATABASE is “${kind}” and must be pglite or postgres.`);
}

async function startOnPostgres(): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given === undefined) {
    const postgres = await startPostgres();
    resources.stopPostgres = postgres.stop;
    process.env['TEST_DATABASE_URL'] = postgres.url;
    await makePostgresTemplate(postgres.url);
  } else {
    await makePostgresTemplate(given);
  }
}

async function startOnPglite(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-template-'));
  await makeEmbeddedTemplate(folder);
  process.env['TEST_DATABASE_TEMPLATE'] = folder;
}
