import type pg from 'pg';

/** Whoever asks in a transaction, or outside of one. */
export type Asking = Pick<pg.ClientBase, 'query'>;

/** What the migrator keeps for itself: it writes both anew. */
const ofMigrator = ['kysely_migration', 'kysely_migration_lock'];

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The columns of every table, each as `name type`, in the order of the table. */
export async function tablesOf(asking: Asking): Promise<Record<string, string[]>> {
  const { rows } = await asking.query<{ name: string; columns: string[] }>(
    `select c.relname::text as name, array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
     group by c.relname order by c.relname`,
    [ofMigrator],
  );
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]));
}

/** The columns that a row is written by: those that are made of others make themselves. */
export async function writtenColumns(asking: Asking, table: string): Promise<string[]> {
  const { rows } = await asking.query<{ name: string }>(
    `select attname::text as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [quoteIdentifier(table)],
  );
  return rows.map(({ name }) => name);
}

/** Where rows name what lies in the storage: every column that does is called so. */
export async function namingColumns(asking: Asking): Promise<{ table: string; column: string }[]> {
  const { rows } = await asking.query<{ table: string; column: string }>(
    `select c.table_name::text as table, c.column_name::text as column
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('storage_key', 'pending_key')
     order by 1, 2`,
  );
  return rows;
}

/** Every key that a row names, once. */
export async function namedKeys(asking: Asking): Promise<string[]> {
  const columns = await namingColumns(asking);
  const each = columns.map(
    ({ table, column }) =>
      `select ${quoteIdentifier(column)} as key from ${quoteIdentifier(table)} where ${quoteIdentifier(column)} is not null`,
  );
  const { rows } = await asking.query<{ key: string }>(each.join(' union '));
  return rows.map(({ key }) => key);
}

export async function migrationsOf(asking: Asking): Promise<string[]> {
  const { rows } = await asking.query<{ name: string }>('select name from kysely_migration order by name');
  return rows.map(({ name }) => name);
}

/** Whether it has any table at all. */
export async function isEmpty(asking: Asking): Promise<boolean> {
  const { rowCount } = await asking.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  );
  return rowCount === 0;
}

export async function sequencesOf(asking: Asking): Promise<string[]> {
  const { rows } = await asking.query<{ name: string }>(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Values are written the same by every database, whatever its settings are. */
export const likeEverywhere = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1;
  set local bytea_output = 'hex'; set local xmloption = 'content'; set local search_path = 'public'; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local row_security = off`;
