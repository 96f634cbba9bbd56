import type { AnalyticsEvent, UsageSession } from '@parlance/shared/contract/api/usage';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

type Member = { organizationId: string; memberId: string };

/** Stores a session; an existing one stays as it is. */
export async function insertUsageSession(
  trx: Trx,
  { organizationId, memberId }: Member,
  session: UsageSession,
): Promise<void> {
  await trx
    .insertInto('usage_sessions')
    .values({ organization_id: organizationId, member_id: memberId, ...session })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores events that do not exist yet. */
export async function insertEvents(
  trx: Trx,
  { organizationId, memberId }: Member,
  events: readonly AnalyticsEvent[],
): Promise<void> {
  await trx
    .insertInto('analytics_events')
    .values(
      events.map(({ event_id, name, at, route, detail }) => ({
        ...{ event_id, name, route },
        organization_id: organizationId,
        member_id: memberId,
        // A clock that is ahead says nothing of when it was; ours says when it was told.
        occurred_at: new Date(Math.min(at, Date.now())),
        detail: sql`${JSON.stringify(detail)}::jsonb`,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
