import { type RawBuilder, sql } from 'kysely';
import type { Lookup, Trx } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** A page of due rows, processed in one transaction, so that none holds the database for long. */
export type Page = {
  readonly limit: number;
  /** Rows at the beginning that are passed over in this look, because something is wrong with them. */
  readonly skip: number;
};

/** A page for a single caller. */
export const onePage: Page = { limit: 200, skip: 0 };

/** Rows that go after a time. */
export type Due = {
  readonly table: keyof Tables;
  /**
   * The column with the time since which a row waits. It is indexed: rows are taken, and the oldest is found, by it.
   */
  readonly by: string;
  /** The interval a row is kept after that; if absent, it is deleted at once. */
  readonly keptFor?: RawBuilder<unknown>;
  /** A further condition. */
  readonly where?: RawBuilder<boolean>;
};

export const days = (count: number): RawBuilder<unknown> => sql`make_interval(days => ${sql.lit(count)})`;
export const hours = (count: number): RawBuilder<unknown> => sql`make_interval(hours => ${sql.lit(count)})`;
const noTime = sql`interval '0'`;

/** Returns the condition that a row is due. */
export const isDue = ({ table, by, keptFor = noTime, where = sql<boolean>`true` }: Due): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${table}.${by}`)} <= now() - ${keptFor} and ${where}`;

/**
 * Deletes a page of what is due, the oldest first, and says how many rows that were. What another process holds is
 * passed over.
 */
export async function deleteDue(trx: Trx, due: Due, { limit, skip }: Page = onePage): Promise<number> {
  const table = sql.table(due.table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${table} where ctid = any (array(
      select ctid from ${table} where ${isDue(due)} order by ${sql.ref(due.by)} limit ${limit} offset ${skip} for update skip locked))`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** Returns, by name, for how many seconds the longest-waiting row has been due; 0 if none is. One lookup per index. */
export async function findOverdue(
  db: Lookup,
  dues: Readonly<Record<string, Due>>,
): Promise<ReadonlyMap<string, number>> {
  const looks = Object.entries(dues).map(
    ([name, due]) => sql`select ${sql.lit(name)} as name, (
      select extract(epoch from now() - (${sql.ref(`${due.table}.${due.by}`)} + ${due.keptFor ?? noTime})) from ${sql.table(due.table)}
      where ${isDue(due)} order by ${sql.ref(due.by)} limit 1)::float8 as seconds`,
  );
  const { rows } = await sql<{ name: string; seconds: number | null }>`${sql.join(looks, sql` union all `)}`.execute(
    db,
  );
  return new Map(rows.map(({ name, seconds }) => [name, seconds ?? 0]));
}
