import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';

/** The owner of the rows. */
export type Owner = { readonly db: Database; readonly organizationId: string; readonly memberId: string };

/** The end of a page: the row with this time and id. */
export type Place = { readonly at: Date; readonly id: string };

/** The number of rows per statement. */
export const rowsAtOnce = 200;

/** Returns the condition that a row is behind a position, by time and id. */
export const isBehind = (place: Place | null, at: string, id: string): RawBuilder<boolean> =>
  place === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) > (${place.at}, ${place.id}::uuid)`;

/**
 * Yields all rows, each page in a transaction of its own: nobody waits for a slow reader, and no page is held longer
 * than until it is sent.
 */
export async function* pagesOf<Row, End>(
  { db, organizationId }: Owner,
  read: (trx: Trx, end: End | null) => Promise<Row[]>,
  endOf: (row: Row) => End,
): AsyncGenerator<Row> {
  for (let end: End | null = null; ;) {
    const from: End | null = end;
    const rows = await db.asTenant(organizationId, (trx) => read(trx, from));
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    end = endOf(last);
  }
}
