import { createHash } from 'node:crypto';
import type { reportScreen } from '@parlance/shared/contract/api/release-reports';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import type { Lookup, Trx } from '../../plugins/db/database.ts';

/** So long one can see how a release did. */
const keptDays = 30;
/** Whoever counted in an hour that is over counts anew. */
const reportersKeptHours = 2;

export type Report = CheckedInput<typeof reportScreen>['body'];
type Release = { readonly remote: string; readonly version: string };

/** Who counts, for an hour or two: nobody can be told from it who has not the account's id. */
export const reporterOf = ({ remote, version }: Release, userId: string): Buffer => createHash('sha256').update(`${remote}\0${version}\0${userId}`).digest();

export const thisHour = sql<Date>`date_trunc('hour', now(), 'UTC')`;

/** Whether it is of a release in the store, and of a screen that it declares, where it names one. */
export async function isOfRelease(db: Lookup, { remote, version, screen }: Release & { readonly screen?: string }): Promise<boolean> {
  let found = db.selectFrom('remote_releases').where('remote', '=', remote).where('version', '=', version).select('id');
  if (screen !== undefined) found = found.where(sql<boolean>`declaration @> ${JSON.stringify({ screens: [{ id: screen }] })}::jsonb`);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Counts a person once an hour for each release, and once more where it failed for them. Gives whether it counted anything. */
export async function countReport(trx: Trx, { remote, version, screen, failure }: Report, userId: string): Promise<boolean> {
  const reporter = reporterOf({ remote, version }, userId);
  const added = await trx
    .insertInto('release_reporters')
    .values({ remote, version, hour: thisHour, reporter, has_failed: failure !== null })
    .onConflict((conflict) => conflict.columns(['remote', 'version', 'hour', 'reporter']).doNothing())
    .executeTakeFirstOrThrow();
  const isNew = added.numInsertedOrUpdatedRows === 1n;
  const isFirstFailure = failure !== null && (isNew || (await noteFailure(trx, { remote, version, reporter })));
  if (!isNew && !isFirstFailure) return false;
  await trx
    .insertInto('release_visits')
    .values({ remote, version, hour: thisHour, screen, visits: Number(isNew), load_failures: Number(isFirstFailure && failure === 'load'), draw_failures: Number(isFirstFailure && failure === 'draw') })
    .onConflict((conflict) =>
      conflict.columns(['remote', 'version', 'hour', 'screen']).doUpdateSet({
        visits: sql`release_visits.visits + excluded.visits`,
        load_failures: sql`release_visits.load_failures + excluded.load_failures`,
        draw_failures: sql`release_visits.draw_failures + excluded.draw_failures`,
      }),
    )
    .execute();
  return true;
}

async function noteFailure(trx: Trx, { remote, version, reporter }: Release & { readonly reporter: Buffer }): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('release_reporters')
    .set({ has_failed: true })
    .where('remote', '=', remote)
    .where('version', '=', version)
    .where('hour', '=', thisHour)
    .where('reporter', '=', reporter)
    .where('has_failed', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** What is shipped again begins anew: what it was taken back for does not count against it. */
export async function forgetReports(trx: Trx, { remote, version }: Release): Promise<void> {
  for (const table of ['release_visits', 'release_reporters', 'release_vitals', 'vital_reporters'] as const) await trx.deleteFrom(table).where('remote', '=', remote).where('version', '=', version).execute();
}

export async function deleteOldReports(trx: Trx): Promise<void> {
  for (const table of ['release_visits', 'release_vitals'] as const) await trx.deleteFrom(table).where('hour', '<', sql<Date>`now() - make_interval(days => ${keptDays})`).execute();
  for (const table of ['release_reporters', 'vital_reporters'] as const) await trx.deleteFrom(table).where('hour', '<', sql<Date>`now() - make_interval(hours => ${reportersKeptHours})`).execute();
}
