import { type RawBuilder, sql } from 'kysely';

export type Thing = { readonly kind: 'schedule' | 'automation'; readonly id: string; readonly name: string };

/** The path of the control page. */
export const controlPath = '/agent-automation?view=control';
/** The paths of a person's own schedules and automations. */
export const ownPaths = { schedule: '/agent-scheduling', automation: '/agent-automation' } as const satisfies Record<
  Thing['kind'],
  string
>;

/** Selects the schedules and automations of an organisation as one list. A schedule without a tick left has ended. */
export const thingsOf = (organizationId: string): RawBuilder<unknown> => sql`(
  select 'schedule' as kind, id, name, null as trigger, definition ->> 'cron' as cron, definition ->> 'time_zone' as time_zone, bot_id, owner_id,
    case when state = 'paused' then state when next_at is null then 'ended' else 'active' end as state, paused_because, next_at
  from schedules where organization_id = ${organizationId} and deleted_at is null
  union all
  select 'automation', id, name, trigger_kind, null, null, bot_id, owner_id, state, paused_because, null
  from automations where organization_id = ${organizationId} and deleted_at is null)`;
