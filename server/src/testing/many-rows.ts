import { createHash } from 'node:crypto';
import pg from 'pg';

/**
 * The same id for the same words, in the form of random ones; `pg_temp.id_of(words)` is it in SQL, while rows are made.
 */
export function idOf(words: string): string {
  const digits = createHash('md5').update(words).digest('hex');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
}

/** The address of a copy of the database that makePostgresTemplate has made. */
export async function copyTemplate(cluster: string, name: string): Promise<string> {
  await inCluster(cluster, `create database ${name} template parlance_template`);
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return address.href;
}

export const dropCopy = (cluster: string, name: string): Promise<void> =>
  inCluster(cluster, `drop database ${name} with (force)`);

async function inCluster(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Fills tables of a PostgreSQL with millions of rows. What is made fits together: neither triggers nor foreign keys are
 * asked, and the indexes of these tables are made once the rows are there.
 */
export async function fillTables(
  url: string,
  tables: readonly string[],
  make: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
    await client.query(
      `create function pg_temp.id_of(words text) returns uuid immutable language sql return overlay(overlay(md5(words) placing '4' from 13) placing '8' from 17)::uuid`,
    );
    const indexes = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
      [tables],
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await make(client);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query(`vacuum analyze`);
  } finally {
    await client.end();
  }
}
