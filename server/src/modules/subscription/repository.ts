import type { Meter, Subscription } from '@parlance/shared/contract/api/subscription';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';

const bytesPerMegabyte = 1_000_000;

/** The plan, the status and the meters of one organisation at a moment. */
export async function findSubscription(trx: Trx, organizationId: string, now: Date): Promise<Subscription> {
  const { name, features, workspace_status, ...limits } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select(['plans.name', 'plans.features', 'organizations.workspace_status', 'plans.seats', 'plans.agents', 'plans.dialogues_a_month', 'plans.storage_megabytes'])
    .executeTakeFirstOrThrow();
  const month = { begin: monthOf(now, 0), end: monthOf(now, 1) };
  const used = await countUse(trx, organizationId, month.begin);
  const meter = (kind: Meter['kind'], limit: number | null): Meter => ({ kind, used: used[kind], limit, resets_at: kind === 'dialogues' ? month.end.toISOString() : null });
  return {
    plan_name: name,
    workspace_status,
    features,
    meters: [
      meter('seats', limits.seats),
      meter('agents', limits.agents),
      meter('dialogues', limits.dialogues_a_month),
      meter('storage', limits.storage_megabytes === null ? null : limits.storage_megabytes * bytesPerMegabyte),
    ],
  };
}

/** The first instant of the calendar month of a moment, or of a later one, in UTC. */
const monthOf = (moment: Date, later: number) => new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later, 1));

async function countUse(trx: Trx, organizationId: string, since: Date): Promise<Record<Meter['kind'], number>> {
  const { rows: [row] } = await sql<Record<Meter['kind'], string>>`select
    (select count(*) from memberships where organization_id = ${organizationId}) as seats,
    (select count(*) from bots where organization_id = ${organizationId}) as agents,
    (select count(*) from dialogues where organization_id = ${organizationId} and created_at >= ${since}) as dialogues,
    (select coalesce(sum(size), 0) from files where organization_id = ${organizationId}) as storage`.execute(trx);
  return { seats: Number(row?.seats), agents: Number(row?.agents), dialogues: Number(row?.dialogues), storage: Number(row?.storage) };
}
