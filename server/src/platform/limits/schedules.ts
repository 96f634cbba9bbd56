import type { SchedulePlaces } from '@parlance/shared/contract/api/schedules';
import { type RawBuilder, sql } from 'kysely';
import { recordAll } from '../audit/record.ts';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';

export type PlacedThing = { readonly kind: 'schedule' | 'automation'; readonly id: string; readonly name: string };

/**
 * Selects an organisation's schedules and automations that take a place of its plan: none that is deleted, no schedule
 * without a tick left, and none that lost its place to a smaller plan. Pausing for other reasons keeps the place.
 */
export const placedThings = (organizationId: string): RawBuilder<unknown> => sql`(
  select 'schedule' as kind, id, organization_id, owner_id, name, state, paused_because, created_at from schedules
    where organization_id = ${organizationId} and deleted_at is null and paused_because is distinct from 'plan' and (state = 'paused' or next_at is not null)
  union all
  select 'automation', id, organization_id, owner_id, name, state, paused_because, created_at from automations
    where organization_id = ${organizationId} and deleted_at is null and paused_because is distinct from 'plan') as placed`;

/** Counts the schedules of an organisation against the limit of its plan. */
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

/** Takes the lock on places: transactions that take one run one after the other, so that no two take the last. */
const holdPlaces = (trx: Trx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`places of schedules ${organizationId}`}, 0))`.execute(trx);

/**
 * Throws schedules_full if the plan has no place for one more schedule or automation; locks the places until the
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

/** Pauses schedules beyond the places of a new plan: paused ones first, then the latest. */
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
