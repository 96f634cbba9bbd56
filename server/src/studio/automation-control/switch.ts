import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { countSchedulePlaces, requireSchedulePlace } from '../../platform/limits/schedules.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { automationOrigin } from '../automations/origin.ts';
import { scheduleOrigin } from '../schedules/origin.ts';
import { nextTick, requireClock } from '../schedules/ticks.ts';
import { lockThing } from './lock.ts';
import type { Thing } from './things.ts';

type Which = Pick<Thing, 'kind' | 'id'>;

/** Pauses anybody's schedule or automation. False if it is paused already, for whatever reason. */
export async function pauseOne(trx: Trx, { organizationId }: Caller, which: Which): Promise<boolean> {
  const { kind, id } = await lockThing(trx, organizationId, which);
  return (kind === 'schedule' ? scheduleOrigin : automationOrigin).pause(trx, id, 'administrator');
}

/**
 * Resumes anybody's schedule or automation, as its owner; ticks and events in between are gone. Throws owner_missing,
 * owner_has_not_agreed if it was given to somebody, schedules_full if it had lost its place, and for a schedule
 * whatever keeps it from running.
 */
export async function resumeOne(trx: Trx, { organizationId, memberId }: Caller, which: Which): Promise<boolean> {
  const {
    kind,
    id,
    name,
    state,
    owner_id: ownerId,
    is_agreed: isAgreed,
    paused_because: because,
  } = await lockThing(trx, organizationId, which);
  if (state === 'active') return false;
  if (ownerId === null) throw new ApiError('owner_missing');
  if (!isAgreed && ownerId !== memberId) throw new ApiError('owner_has_not_agreed');
  if (because === 'plan') await requireSchedulePlace(trx, organizationId);
  const active = {
    state: 'active',
    paused_because: null,
    is_agreed: true,
    failures: 0,
    updated_at: new Date(),
  } as const;
  if (kind === 'automation') await trx.updateTable('automations').set(active).where('id', '=', id).execute();
  else
    await trx
      .updateTable('schedules')
      .set({ ...active, next_at: await firstTickOf(trx, organizationId, id) })
      .where('id', '=', id)
      .execute();
  await record(trx, { action: `${kind}.resumed`, target: { id, name } });
  return true;
}

/** Returns the first tick. Throws conflict if its window is over. */
async function firstTickOf(trx: Trx, organizationId: string, id: string): Promise<Date> {
  const { definition } = await trx
    .selectFrom('schedules')
    .where('id', '=', id)
    .select('definition')
    .executeTakeFirstOrThrow();
  const { minutes_between: minutesBetween } = await countSchedulePlaces(trx, organizationId);
  const next = nextTick(requireClock(definition, minutesBetween), Date.now());
  if (next === null) throw new ApiError('conflict');
  return new Date(next.at);
}
