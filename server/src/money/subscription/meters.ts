import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import type { Meter, MeterKind } from '@parlance/shared/contract/values/meter';
import { sql } from 'kysely';
import { seatHolders } from '../../people/invitations/seats.ts';
import type { Trx } from '../../platform/db/database.ts';
import { takesPlace } from '../../platform/limits/agents.ts';
import { placedThings } from '../../platform/limits/schedules.ts';
import { storageUsed } from '../../platform/limits/storage.ts';
import { monthOf } from './months.ts';
import { type Pace, runsOutOn } from './runs-out.ts';

const bytesPerMegabyte = 1_000_000;
/** The period, in days, that determines the pace of a meter without reset. */
const paceDays = 30;
const dayMs = 86_400_000;

type Limits = Pick<Plan['limits'], 'seats' | 'agents' | 'dialogues_a_month' | 'storage_megabytes' | 'schedules'>;
type Use = Record<
  MeterKind,
  { readonly used: number; readonly gained: number; /** Set for seats alone. */ readonly invited?: number }
>;

/** Returns the usage of an organisation's plan at a moment, and when each limit is reached at the present pace. */
export async function readMeters(
  trx: Trx,
  organizationId: string,
  { limits, foundedAt, now }: { limits: Limits; foundedAt: Date; now: Date },
): Promise<(Meter & { runs_out_on: string | null })[]> {
  const month = { begin: monthOf(now, 0), end: monthOf(now, 1) };
  const lately = new Date(Math.max(now.getTime() - paceDays * dayMs, foundedAt.getTime()));
  const use = await countUse(trx, organizationId, { month: month.begin, lately });
  return metersOf(limits, use, month.end).map((meter) => {
    const pace: Pace = { gained: use[meter.kind].gained, since: meter.kind === 'dialogues' ? month.begin : lately };
    return { ...meter, runs_out_on: runsOutOn(meter, pace, now) };
  });
}

function metersOf(limits: Limits, use: Use, resetsAt: Date): Meter[] {
  const meter = (kind: MeterKind, limit: number | null): Meter => ({
    kind,
    ...used(use[kind]),
    limit,
    resets_at: kind === 'dialogues' ? resetsAt.toISOString() : null,
  });
  const { seats, agents, dialogues_a_month: dialogues, storage_megabytes: megabytes, schedules } = limits;
  return [
    meter('seats', seats),
    meter('agents', agents),
    meter('dialogues', dialogues),
    meter('storage', megabytes === null ? null : megabytes * bytesPerMegabyte),
    meter('schedules', schedules),
  ];
}

const used = ({ used: all, invited }: Use[MeterKind]) => ({ used: all, ...(invited === undefined ? {} : { invited }) });

async function countUse(
  trx: Trx,
  organizationId: string,
  { month, lately }: { month: Date; lately: Date },
): Promise<Use> {
  const gained = sql`'gained', count(*) filter (where created_at >= ${lately})`;
  const {
    rows: [row],
  } = await sql<Use>`select
    (select jsonb_build_object('used', count(*), ${gained}, 'invited', count(*) filter (where is_invited)) from ${seatHolders(organizationId)} as holders) as seats,
    (select jsonb_build_object('used', count(*), ${gained}) from bots where organization_id = ${organizationId} and ${takesPlace}) as agents,
    (select jsonb_build_object('used', count(*), ${gained}) from ${placedThings(organizationId)} where organization_id = ${organizationId}) as schedules,
    (select jsonb_build_object('used', coalesce(sum(count), 0), 'gained', coalesce(sum(count), 0)) from dialogue_counts where organization_id = ${organizationId} and month = (${month}::timestamptz at time zone 'UTC')::date) as dialogues,
    (select jsonb_build_object('used', ${storageUsed(organizationId)}, 'gained', coalesce(sum(size) filter (where created_at >= ${lately}), 0)) from (
      select size, created_at from files where organization_id = ${organizationId}
      union all select size, replaced_at from file_versions where organization_id = ${organizationId}
      union all (select distinct on (storage_key) size, created_at from tool_contents where organization_id = ${organizationId} and storage_key is not null order by storage_key)) as kept) as storage`.execute(
    trx,
  );
  if (row === undefined) throw new Error('A count without a row.');
  return row;
}
