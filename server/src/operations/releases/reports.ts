import { createHash } from 'node:crypto';
import type { reportScreen } from '@parlance/shared/contract/api/releases/release-reports';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Due, days, hours } from '../../platform/upkeep/due.ts';

/** The retention of figures about a release. */
const keptDays = 30;
/** The retention of reporters: after an hour has passed, people count anew. */
const reportersKeptHours = 2;

/** The number of people per organisation whose reports count: no tenant decides for all by multiplying. */
export const peopleOfOne = 2;

export type Report = CheckedInput<typeof reportScreen>['body'];
type Release = { readonly remote: string; readonly version: string };

/**
 * The reporter of a release's health. The number of people that count per organisation is queried only if it has more
 * than two.
 */
export type Reporter = {
  readonly userId: string;
  readonly organizationId: string;
  readonly peopleCounted: (trx: Trx) => Promise<number>;
};

/** Hashes a reporter or an organisation, kept for an hour or two: it identifies nobody without the id. */
export const hashFor = ({ remote, version }: Release, id: string): Buffer =>
  createHash('sha256').update(`${remote}\0${version}\0${id}`).digest();

export const thisHour = sql<Date>`date_trunc('hour', now(), 'UTC')`;

/**
 * Records a reporter for this hour: false if they are recorded already, or enough of their organisation are. Its people
 * are recorded one after the other, so that concurrent ones do not exceed the limit.
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
  // A person of two organisations may report in both at once.
  const row = { remote, version, hour: thisHour, reporter, organization };
  const added = await trx
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return added.numInsertedOrUpdatedRows === 1n;
}

/**
 * Counts a person once an hour for each release, and once more if it failed for them. Returns true if it counted
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

/** Forgets the reports of a release that is shipped again: the reason of its withdrawal does not count against it. */
export async function forgetReports(trx: Trx, { remote, version }: Release): Promise<void> {
  for (const table of ['release_visits', 'release_reporters', 'release_vitals', 'vital_reporters'] as const)
    await trx.deleteFrom(table).where('remote', '=', remote).where('version', '=', version).execute();
}

/** Reports and reporters past their use. */
export const oldReports = {
  release_visits: { table: 'release_visits', by: 'hour', keptFor: days(keptDays) },
  release_vitals: { table: 'release_vitals', by: 'hour', keptFor: days(keptDays) },
  release_reporters: { table: 'release_reporters', by: 'hour', keptFor: hours(reportersKeptHours) },
  vital_reporters: { table: 'vital_reporters', by: 'hour', keptFor: hours(reportersKeptHours) },
} as const satisfies Record<string, Due>;
