import { type RawBuilder, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import { type Reference, goingWith, readReferences } from '../../platform/db/references.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { requestJob, requestJobs } from '../../platform/jobs/request-job.ts';
import { type Page, onePage } from '../../platform/upkeep/due.ts';

/** The number of rows in a transaction, so that none keeps others waiting. */
const rowsAtOnce = 500;
/** The length of a turn: then the job requests itself again, well before its time limit. */
const turnMs = 60_000;

/** Thrown when the time of a turn is over, with more to do. */
class TurnOver extends Error {}

type Removing = {
  readonly db: Database;
  readonly rowsAtOnce: number;
  readonly references: readonly Reference[];
  /** Throws when it is time to end. */
  readonly check: () => void;
};

/**
 * Removes a person who has deleted their account, and the organisations that end with it, a page of rows at a time. It
 * reads the remaining rows anew each time: after a crash, the next try continues.
 */
export const accountRemoval = (
  { db }: { db: Database },
  atOnce = rowsAtOnce,
): JobHandler<JobData['remove_account']> => ({
  async run({ user }, signal) {
    const until = performance.now() + turnMs;
    const check = () => {
      signal.throwIfAborted();
      if (performance.now() > until) throw new TurnOver();
    };
    const going = await db.asSystem((trx) =>
      trx.selectFrom('users').where('id', '=', user).where('going_at', 'is not', null).select('id').executeTakeFirst(),
    );
    // A hold that was placed meanwhile keeps what is theirs: the next look of the worker asks again.
    if (going === undefined || (await db.asSystem((trx) => isHeld(trx, user)))) return;
    const removing = { db, rowsAtOnce: atOnce, references: await db.lookUp(readReferences), check };
    try {
      const ending = await db.asSystem((trx) =>
        trx.selectFrom('organizations').where('going_with', '=', user).orderBy('id').select('id').execute(),
      );
      for (const { id } of ending) await removeOrganization(removing, id);
      await removeNaming(removing, 'users', [[user]]);
      await db.asSystem((trx) => trx.deleteFrom('users').where('id', '=', user).execute());
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error;
      await db.asSystem((trx) => requestJob(trx, 'remove_account', { user }, null));
    }
  },
  // The next look of the worker asks for it again.
  giveUp: () => Promise.resolve(),
});

const isHeld = async (trx: Trx, userId: string): Promise<boolean> =>
  (await trx
    .selectFrom('memberships')
    .where('user_id', '=', userId)
    .where(sql<boolean>`is_held(organization_id, id)`)
    .select('id')
    .executeTakeFirst()) !== undefined;

/**
 * Requests the removal of departing accounts; for those whose job was given up, once an hour. Returns the number of
 * requests.
 */
export async function requestRemovals(trx: Trx, { limit, skip }: Page = onePage): Promise<number> {
  const due = trx
    .selectFrom('users')
    .where('going_at', '<', sql<Date>`now() - interval '1 hour'`)
    .where(sql<boolean>`(removal_requested_at is null or removal_requested_at < now() - interval '1 hour')`)
    .select('id')
    .orderBy('going_at')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked();
  const asked = await trx
    .updateTable('users')
    .set({ removal_requested_at: sql<Date>`now()` })
    .where('id', 'in', due)
    .returning('id')
    .execute();
  await requestJobs(
    trx,
    'remove_account',
    asked.map(({ id }) => ({ data: { user: id }, organizationId: null })),
  );
  return asked.length;
}

/** Tables that name an organisation without a foreign key: some rows are written again while the others are deleted. */
const notes = ['chart_changes', 'dialogue_log_changes', 'job_requests'] as const;

async function removeOrganization(removing: Removing, id: string): Promise<void> {
  const { db, references } = removing;
  const { rows } = await db.lookUp((lookup) =>
    sql<{
      name: string;
    }>`select table_name::text as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`.execute(
      lookup,
    ),
  );
  const ofOrganizations = new Set(rows.map(({ name }) => name));
  const isOf = sql`organization_id = ${id}`;
  // Deletes referring rows first, so that no deletion cascades.
  for (const table of goingWith('organizations', references))
    if (ofOrganizations.has(table)) await deletePages(removing, table, isOf);
  for (const table of notes) await deletePages(removing, table, isOf);
  // The last ones go with the organisation: once it is gone, nobody looks for them.
  await db.asSystem(async (trx) => {
    await trx.deleteFrom('organizations').where('id', '=', id).execute();
    for (const table of notes) await trx.deleteFrom(table).where('organization_id', '=', id).execute();
  });
}

const deletePages = (removing: Removing, table: string, which: RawBuilder<unknown>): Promise<void> =>
  inPages(removing, sql`delete from ${sql.table(table)}`, table, which);

/** Repeats a statement on this many rows at a time, until there are none left. */
async function inPages(
  { db, rowsAtOnce: atOnce, check }: Removing,
  does: RawBuilder<unknown>,
  table: string,
  which: RawBuilder<unknown>,
): Promise<void> {
  for (let done = atOnce; done >= atOnce;) {
    check();
    done = await db.asSystem(async (trx) => {
      // Each page would else begin with all the dead rows of those before it.
      await sql`set local enable_seqscan = off`.execute(trx);
      const { numAffectedRows } =
        await sql`${does} where ctid = any(array(select ctid from ${sql.table(table)} where ${which} limit ${atOnce} for update))`.execute(
          trx,
        );
      return Number(numAffectedRows ?? 0);
    });
  }
}

/** Keys of rows: for each, the values of the columns that a foreign key references. */
type Keys = readonly (readonly string[])[];

const isOneOf = (columns: readonly string[], keys: Keys) =>
  sql`(${sql.join(columns.map((column) => sql.ref(column)))}) in (select * from unnest(${sql.join(columns.map((_, at) => sql`${keys.map((key) => key[at])}::uuid[]`))}))`;

/** Removes rows that reference the person or one of these rows, from the far end: no deletion cascades. */
async function removeNaming(removing: Removing, parent: string, keys: Keys): Promise<void> {
  for (const reference of removing.references.filter((it) => it.parent === parent && it.child !== parent)) {
    const which = isOneOf(reference.columns, keys);
    if (reference.onDelete === 'lets go') await letGo(removing, reference, which);
    else await removeRows(removing, reference.child, which);
  }
}

const letGo = (removing: Removing, { child, nulled }: Reference, which: RawBuilder<unknown>): Promise<void> =>
  inPages(
    removing,
    sql`update ${sql.table(child)} set ${sql.join(nulled.map((column) => sql`${sql.ref(column)} = null`))}`,
    child,
    which,
  );

async function removeRows(removing: Removing, table: string, which: RawBuilder<unknown>): Promise<void> {
  const { db, rowsAtOnce: atOnce, references, check } = removing;
  const naming = references.filter(({ parent, child }) => parent === table && child !== table);
  if (naming.length === 0) return deletePages(removing, table, which);
  const columns = [...new Set(naming.flatMap(({ named }) => named))];
  for (;;) {
    check();
    const { rows } = await db.asSystem((trx) =>
      sql<
        Record<string, string>
      >`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${which} limit ${atOnce}`.execute(
        trx,
      ),
    );
    if (rows.length === 0) return;
    const keysOf = (of: readonly string[]) => rows.map((row) => of.map((column) => row[column] ?? ''));
    for (const { child, columns: own, named, onDelete, nulled } of naming) {
      const names = isOneOf(own, keysOf(named));
      if (onDelete === 'lets go')
        await letGo(removing, { child, columns: own, parent: table, named, onDelete, nulled }, names);
      else await removeRows(removing, child, names);
    }
    const { numAffectedRows: deleted } = await db.asSystem((trx) =>
      sql`delete from ${sql.table(table)} where ${isOneOf(columns, keysOf(columns))}`.execute(trx),
    );
    if (Number(deleted ?? 0) === 0) throw new Error(`Rows of ${table} that go with an account cannot be deleted.`);
  }
}
