import type { ControlSummary } from '@parlance/shared/contract/api/automation-control';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { countSchedulePlaces } from '../../platform/limits/schedules.ts';
import { thingsOf } from './things.ts';

type SummaryRow = Omit<ControlSummary, 'places' | 'held'> & {
  held_since: Date | null;
  held_by: { id: string; name: string } | null;
};

/** Where the schedules and automations of an organisation stand. */
export async function findSummary(trx: Trx, organizationId: string): Promise<ControlSummary> {
  const {
    rows: [row],
  } = await summaryQuery(organizationId).execute(trx);
  if (row === undefined) throw new Error('A count without a row.');
  const { held_since: since, held_by: by, ...counts } = row;
  return {
    ...counts,
    held: since === null ? null : { since: since.toISOString(), by },
    places: await countSchedulePlaces(trx, organizationId),
  };
}

export const summaryQuery = (organizationId: string) => sql<SummaryRow>`
  with things as (
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'paused')::int as paused,
      count(*) filter (where state = 'paused' and paused_because not in ('person', 'administrator', 'given'))::int as stopped,
      count(*) filter (where owner_id is null)::int as without_owner
    from ${thingsOf(organizationId)} as things),
  open as (
    select count(*) filter (where status <> 'approval')::int as under_way, count(*) filter (where status = 'approval')::int as waiting_for_approval
    from executions where organization_id = ${organizationId} and ended_at is null),
  day as (
    select count(*) filter (where status = 'done')::int as done, count(*) filter (where status = 'failed')::int as failed
    from executions where organization_id = ${organizationId} and created_at > now() - interval '24 hours')
  select things.*, open.*, day.*, hold.since as held_since, (
      select jsonb_build_object('id', memberships.id, 'name', ${memberName}) from memberships join users on users.id = memberships.user_id where memberships.id = hold.by_member_id) as held_by
  from things, open, day left join automation_holds as hold on hold.organization_id = ${organizationId}`;
