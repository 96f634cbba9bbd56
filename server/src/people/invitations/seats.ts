import type { Seats } from '@parlance/shared/contract/api/invitations';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Locks the seats: transactions that take or free one run one after the other, so that no two take the last. */
export async function lockSeats(trx: Trx, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`seats ${organizationId}`}, 0))`.execute(trx);
}

/** The holders of seats and since when: members who are not deactivated, and invitations that can still be accepted. */
export const seatHolders = (organizationId: string): RawBuilder<{ created_at: Date; is_invited: boolean }> => sql`(
  select created_at, false as is_invited from memberships where organization_id = ${organizationId} and deactivated_at is null
  union all
  select created_at, true from invitations where organization_id = ${organizationId} and accepted_at is null and revoked_at is null and expires_at > now())`;

/** Counts the seats of an organisation's plan. An open invitation holds one, a deactivated member none. */
export async function countSeats(trx: Trx, organizationId: string): Promise<Seats> {
  return trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select('plans.seats as limit')
    .select([
      sql<number>`(select count(*) filter (where not is_invited) from ${seatHolders(organizationId)} as holders)::int`.as(
        'members',
      ),
      sql<number>`(select count(*) filter (where is_invited) from ${seatHolders(organizationId)} as holders)::int`.as(
        'invited',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Throws seats_taken if no seat is free for one more; `held` is the number the person holds already. */
export async function requireSeat(trx: Trx, organizationId: string, held: 0 | 1 = 0): Promise<void> {
  const { members, invited, limit } = await countSeats(trx, organizationId);
  if (limit !== null && members + invited - held >= limit)
    throw new ApiError('seats_taken', {
      issues: [{ path: 'seats', message: String(limit) }],
      meter: { kind: 'seats', used: members + invited, invited, limit, resets_at: null },
    });
}
