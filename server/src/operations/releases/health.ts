import type { PlanFeature } from '@parlance/shared/contract/access/access';
import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from '../../platform/db/database.ts';
import type { Visitor } from './audience.ts';
import { peopleOfOne } from './reports.ts';
import type { ReleaseRow } from './repository.ts';
import { type Remote, servedTo } from './served.ts';

/** The number of organisations that must report failures, if the release has that many. */
const organizationsAtLeast = 3;
/** The period of activity: a person absent for longer does not count among those who have a release. */
const usedWithin: RawBuilder<Date> = sql<Date>`now() - interval '7 days'`;

/** An active organisation, with its number of recent users. */
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
 * Returns the organisations that have a release (null is the built one). One founded after the release was shipped does
 * not count: nobody founds organisations to withdraw it.
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
 * Returns the number of people that count per organisation: two, or more if organisations or their people are so few
 * that fewer than `least` would count in all. A single organisation is judged by that many of its people.
 */
export function peopleCounted(audience: readonly number[], least: number): number {
  let most = peopleOfOne;
  while (most < least && sum(audience.map((people) => Math.min(people, most))) < least) most += 1;
  return most;
}

/** The reports of one organisation about a release. */
export type ReportCount = { readonly people: number; readonly failed: number };
type ReleaseHealth = {
  /** The numbers of people in each organisation that has the release. */
  readonly audience: readonly number[];
  /** The reports of organisations in the audience. */
  readonly told: readonly ReportCount[];
  readonly percent: number;
  readonly least: number;
  readonly isCanary: boolean;
};
export type Verdict = { readonly isFailing: boolean; readonly visits: number; readonly failures: number };

/**
 * Judges whether a release fails for too many. An organisation weighs as much as its people that count, whoever of them
 * it failed for; failures must come from several organisations. A canary that fewer people have fails when it does so
 * for all of them.
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
