import type { AgentPlaces } from '@parlance/shared/contract/api/agents/agent-list';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';

/** The condition that an agent counts against the plan: it neither came with the organisation nor is deleted. */
export const takesPlace = sql<boolean>`(bots.deleted_at is null and not bots.is_given)`;

/** Counts the agents of an organisation against the limit of its plan. */
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

/** Throws agents_full if the plan has no room for this many more. Of two concurrent callers, both may pass. */
export async function requirePlace(trx: Trx, organizationId: string, wanted = 1): Promise<void> {
  const places = await countPlaces(trx, organizationId);
  if (!hasPlace(places, wanted))
    throw new ApiError('agents_full', {
      issues: [{ path: 'agents', message: String(places.limit) }],
      meter: { kind: 'agents', ...places, resets_at: null },
    });
}

/**
 * Takes the places under a lock until the transaction ends: callers run one after the other, so that no two take the
 * last.
 */
export async function takePlace(trx: Trx, organizationId: string, wanted = 1): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`places of agents ${organizationId}`}, 0))`.execute(trx);
  await requirePlace(trx, organizationId, wanted);
}
