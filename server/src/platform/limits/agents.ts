import type { AgentPlaces } from '@parlance/shared/contract/api/agents/agent-list';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';

/** An agent that counts against the plan: not one that came with the organisation, nor one that is deleted. */
export const takesPlace = sql<boolean>`(bots.deleted_at is null and not bots.is_given)`;

/** How many agents an organisation has of those that its plan allows. */
export async function countPlaces(trx: Trx, organizationId: string): Promise<AgentPlaces> {
  const { limit, used } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select([
      'plans.agents as limit',
      sql<number>`(select count(*) from bots where bots.organization_id = ${organizationId} and ${takesPlace})::int`.as(
        'used',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { used, limit };
}

export const hasPlace = ({ used, limit }: AgentPlaces, wanted = 1): boolean => limit === null || used + wanted <= limit;

/**
 * Throws agents_full where the plan has no place for so many more. Two that ask at once may both be told that there is
 * one.
 */
export async function requirePlace(trx: Trx, organizationId: string, wanted = 1): Promise<void> {
  const places = await countPlaces(trx, organizationId);
  if (!hasPlace(places, wanted))
    throw new ApiError('agents_full', {
      issues: [{ path: 'agents', message: String(places.limit) }],
      meter: { kind: 'agents', ...places, resets_at: null },
    });
}

/**
 * The same until the transaction ends: whoever takes a place waits here until the one before is done, so that two
 * cannot take the last one.
 */
export async function takePlace(trx: Trx, organizationId: string, wanted = 1): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`places of agents ${organizationId}`}, 0))`.execute(trx);
  await requirePlace(trx, organizationId, wanted);
}
