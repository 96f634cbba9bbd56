import type { SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { type RawBuilder, sql } from 'kysely';
import { recordAll } from '../audit/record.ts';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';

export type PlacedThing = { readonly kind: 'schedule' | 'automation'; readonly id: string; readonly name: string };

/**
 * Schedules and automations of an organisation that have a place of its plan: not what is deleted, nor a schedule
 * without a tick left, nor what lost its place to a smaller plan. Paused by anybody else, it keeps its place.
 */
export const placedThings = (organizationId: string): RawBuilder<unknown> => sql`(
  select 'schedule' as kind, id, organization_id, owner_id, name, state, paused_because, created_at from schedules
    where organization_id = ${organizationId} and deleted_at is null and paused_because is distinct from 'plan' and (state = 'paused' or next_at is not null)
  union all
  select 'automation', id, organization_id, owner_id, name, state, paused_because, created_at from automations
    where organization_id = ${organizationId} and deleted_at is null and paused_because is distinct from 'plan') as placed`;

/** How many of the places of its plan an organisation has taken. */
export async function countSchedulePlaces(trx: Trx, organizationId: string): Promise<SchedulePlaces> {
  const { used, limit, minutes_between } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select([
      'plans.schedules as limit',
      'plans.minutes_between',
      sql<number>`(select count(*) from ${placedThings(organizationId)})::int`.as('used'),
    ])
    .executeTakeFirstOrThrow();
  return { used, limit, minutes_between };
}

/** Whoever takes a place waits here until the one before is done, so that two cannot take the last one. */
const holdPlaces = (trx: Trx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`places of schedules ${organizationId}`}, 0))`.execute(trx);

/**
 * Throws schedules_full where the plan has no place for one more schedule or automation; none else takes one until the
 * transaction ends.
 */
export async function requireSchedulePlace(trx: Trx, organizationId: string): Promise<void> {
  await holdPlaces(trx, organizationId);
  const { used, limit } = await countSchedulePlaces(trx, organizationId);
  if (limit === null || used < limit) return;
  throw new ApiError('schedules_full', {
    issues: [{ path: 'schedules', message: String(limit) }],
    meter: { kind: 'schedules', used, limit, resets_at: null },
  });
}

/** Pauses what is above the places of a plan that holds from now on: first what is paused as it is, then the latest. */
export async function pauseBeyondPlan(trx: Trx, organizationId: string): Promise<void> {
  await holdPlaces(trx, organizationId);
  const { used, limit } = await countSchedulePlaces(trx, organizationId);
  if (limit === null || used <= limit) return;
  const { rows } = await sql<PlacedThing>`
    with beyond as (select kind, id from ${placedThings(organizationId)} order by state, created_at, id offset ${limit}),
    schedules_paused as (
      update schedules set state = 'paused', paused_because = 'plan', next_at = null, updated_at = now() from beyond where beyond.kind = 'schedule' and schedules.id = beyond.id returning schedules.id, name),
    automations_paused as (
      update automations set state = 'paused', paused_because = 'plan', updated_at = now() from beyond where beyond.kind = 'automation' and automations.id = beyond.id returning automations.id, name)
    select 'schedule' as kind, id, name from schedules_paused union all select 'automation', id, name from automations_paused`.execute(
    trx,
  );
  await recordAll(
    trx,
    rows.map(({ kind, id, name }) => ({
      action: `${kind}.paused` as const,
      organizationId,
      target: { id, name },
      after: { because: 'plan' },
    })),
  );
}
