import type { PlanFeature } from '@parlance/shared/contract/access/access';
import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from '../../platform/db/database.ts';
import type { Visitor } from './audience.ts';
import { peopleOfOne } from './reports.ts';
import type { ReleaseRow } from './repository.ts';
import { type Remote, servedTo } from './served.ts';

/** From so many organisations failures must come, where a release is for as many. */
const organizationsAtLeast = 3;
/** Whoever was not there for so long does not count among those who have a release. */
const usedWithin: RawBuilder<Date> = sql<Date>`now() - interval '7 days'`;

/** An organisation that works, with how many people used it of late. */
export type ActiveOrganization = NonNullable<Visitor> & { readonly foundedAt: Date; readonly people: number };

export async function findActiveOrganizations(db: Lookup): Promise<ActiveOrganization[]> {
  const rows = await db
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .innerJoin('memberships', 'memberships.organization_id', 'organizations.id')
    .where('organizations.workspace_status', '=', 'ACTIVE')
    .where('memberships.deactivated_at', 'is', null)
    .where('memberships.last_used_at', '>', usedWithin)
    .groupBy(['organizations.id', 'plans.name', 'plans.features'])
    .select([
      'organizations.id',
      'organizations.created_at',
      'plans.name',
      'plans.features',
      sql<number>`count(*)::integer`.as('people'),
    ])
    .execute();
  return rows.map(({ id, created_at, name, features, people }) => ({
    ...{ organizationId: id, foundedAt: created_at, planName: name, people },
    features: new Set<PlanFeature>(features),
  }));
}

/**
 * The organisations that have a release, null being what was built. One that was founded after it was shipped is none
 * of them: nobody founds organisations to take it back.
 */
export const audienceOf = (
  release: ReleaseRow | null,
  remote: Remote,
  organizations: readonly ActiveOrganization[],
): ActiveOrganization[] =>
  organizations.filter((organization) => {
    const served = servedTo(remote, organization);
    return (
      served !== null &&
      served.release?.id === release?.id &&
      (release === null || organization.foundedAt < release.shipped_at)
    );
  });

/**
 * How many people of one organisation count: two, and more only where there are so few organisations, or so few people
 * in them, that fewer than `least` would count in all. A single organisation is judged by so many of its people.
 */
export function peopleCounted(audience: readonly number[], least: number): number {
  let most = peopleOfOne;
  while (most < least && sum(audience.map((people) => Math.min(people, most))) < least) most += 1;
  return most;
}

/** What people of one organisation say of a release. */
export type ReportCount = { readonly people: number; readonly failed: number };
type ReleaseHealth = {
  /** The people of each organisation that has the release. */
  readonly audience: readonly number[];
  /** Of organisations of the audience alone. */
  readonly told: readonly ReportCount[];
  readonly percent: number;
  readonly least: number;
  readonly isCanary: boolean;
};
export type Verdict = { readonly isFailing: boolean; readonly visits: number; readonly failures: number };

/**
 * Whether a release fails for too many. An organisation weighs as much as the people of it that count, whoever of them
 * it failed for; failures come from several organisations. A canary that fewer people have than that fails when it does
 * so for all of them.
 */
export function judgeRelease({ audience, told, percent, least, isCanary }: ReleaseHealth): Verdict {
  const most = peopleCounted(audience, least);
  const visits = sum(told.map(({ people }) => Math.min(people, most)));
  const failures = sum(told.map(({ people, failed }) => (Math.min(people, most) * failed) / people));
  const people = sum(audience);
  const fromEnough = told.filter(({ failed }) => failed > 0).length >= Math.min(organizationsAtLeast, audience.length);
  const isWhole = isCanary && people < least;
  const isForAll = visits >= people && failures >= visits;
  const isForTooMany = visits >= least && failures * 100 >= percent * visits;
  return {
    isFailing: people > 0 && fromEnough && (isWhole ? isForAll : isForTooMany),
    visits,
    failures: Math.round(failures),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
