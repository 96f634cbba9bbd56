import { createHash } from 'node:crypto';
import type { reportScreen } from '@parlance/shared/contract/api/releases/release-reports';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Due, days, hours } from '../../platform/upkeep/due.ts';

/** So long one can see how a release did. */
const keptDays = 30;
/** Whoever counted in an hour that is over counts anew. */
const reportersKeptHours = 2;

/** People of one organisation whose reports count: no tenant moves for all what it can multiply. */
export const peopleOfOne = 2;

export type Report = CheckedInput<typeof reportScreen>['body'];
type Release = { readonly remote: string; readonly version: string };

/**
 * Somebody who says how a release does. How many people of one organisation count is asked where it has more than two.
 */
export type Reporter = {
  readonly userId: string;
  readonly organizationId: string;
  readonly peopleCounted: (trx: Trx) => Promise<number>;
};

/** Who counts, for an hour or two, and of which organisation: nobody can be told from it who has not the id. */
export const hashFor = ({ remote, version }: Release, id: string): Buffer =>
  createHash('sha256').update(`${remote}\0${version}\0${id}`).digest();

export const thisHour = sql<Date>`date_trunc('hour', now(), 'UTC')`;

/**
 * Notes a person for this hour: false where they are noted already, or enough of their organisation are. Its people are
 * noted one after the other, so that many at once are no more than they may be.
 */
export async function addReporter(
  trx: Trx,
  table: 'release_reporters' | 'vital_reporters',
  { remote, version }: Release,
  by: Reporter,
): Promise<boolean> {
  const { userId, organizationId, peopleCounted } = by;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${table} ${remote} ${version} ${organizationId}`}, 0))`.execute(
    trx,
  );
  const [reporter, organization] = [hashFor({ remote, version }, userId), hashFor({ remote, version }, organizationId)];
  const noted = trx
    .selectFrom(table)
    .where('remote', '=', remote)
    .where('version', '=', version)
    .where('hour', '=', thisHour);
  if ((await noted.where('reporter', '=', reporter).select('hour').executeTakeFirst()) !== undefined) return false;
  const ofOrganization = noted
    .where('organization', '=', organization)
    .select(sql<number>`count(*)::integer`.as('people'));
  const { people } = await ofOrganization.executeTakeFirstOrThrow();
  if (people >= peopleOfOne && people >= (await peopleCounted(trx))) return false;
  // Somebody of two organisations may say it in both at once.
  const row = { remote, version, hour: thisHour, reporter, organization };
  const added = await trx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return added.numInsertedOrUpdatedRows === 1n;
}

/**
 * Counts a person once an hour for each release, and once more where it failed for them. Gives whether it counted
 * anything.
 */
export async function countReport(
  trx: Trx,
  { remote, version, screen, failure }: Report,
  by: Reporter,
): Promise<boolean> {
  const isNew = await addReporter(trx, 'release_reporters', { remote, version }, by);
  const reporter = hashFor({ remote, version }, by.userId);
  const isFirstFailure = failure !== null && (await noteFailure(trx, { remote, version, reporter }));
  if (!isNew && !isFirstFailure) return false;
  await trx
    .insertInto('release_visits')
    .values({
      remote,
      version,
      hour: thisHour,
      screen,
      visits: Number(isNew),
      load_failures: Number(isFirstFailure && failure === 'load'),
      draw_failures: Number(isFirstFailure && failure === 'draw'),
    })
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

async function noteFailure(
  trx: Trx,
  { remote, version, reporter }: Release & { readonly reporter: Buffer },
): Promise<boolean> {
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
  for (const table of ['release_visits', 'release_reporters', 'release_vitals', 'vital_reporters'] as const)
    await trx.deleteFrom(table).where('remote', '=', remote).where('version', '=', version).execute();
}

/** How releases did, and who said so, as long as it is of use. */
export const oldReports = {
  release_visits: { table: 'release_visits', by: 'hour', keptFor: days(keptDays) },
  release_vitals: { table: 'release_vitals', by: 'hour', keptFor: days(keptDays) },
  release_reporters: { table: 'release_reporters', by: 'hour', keptFor: hours(reportersKeptHours) },
  vital_reporters: { table: 'vital_reporters', by: 'hour', keptFor: hours(reportersKeptHours) },
} as const satisfies Record<string, Due>;
