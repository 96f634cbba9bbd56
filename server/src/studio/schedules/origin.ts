import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Origin } from '../executions/origin.ts';
import { readableSchedules } from './repository.ts';

/**
 * Has a schedule do nothing until somebody lets it go on; false where it does nothing anyway. Ticks that pass meanwhile
 * are gone.
 */
export async function pauseSchedule(trx: Trx, id: string, because: PauseReason): Promise<boolean> {
  const paused = await trx
    .updateTable('schedules')
    .set({ state: 'paused', paused_because: because, next_at: null, updated_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('deleted_at', 'is', null)
    .returning(['organization_id', 'name'])
    .executeTakeFirst();
  if (paused === undefined) return false;
  await record(trx, {
    action: 'schedule.paused',
    target: { id, name: paused.name },
    after: { because },
    organizationId: paused.organization_id,
  });
  return true;
}

/** Has the execution that waits for longest begin, where nothing of its schedule is under way any more. */
async function beginNext(trx: Trx, scheduleId: string): Promise<void> {
  const underWay = await trx
    .selectFrom('executions')
    .where('schedule_id', '=', scheduleId)
    .where('ended_at', 'is', null)
    .where('cause', '=', 'tick')
    .orderBy('due_at')
    .select(['id', 'status', 'organization_id'])
    .execute();
  const [first] = underWay;
  if (first !== undefined && underWay.every(({ status }) => status === 'waiting'))
    await requestJob(trx, 'execute', { execution: first.id }, first.organization_id);
}

/** What executions of schedules ask and tell of them. */
export const scheduleOrigin: Origin = {
  pathOf: (id) => `/agent-scheduling?schedule=${id}`,
  async lock(trx, id) {
    const row = await trx
      .selectFrom('schedules')
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .select(['name', 'definition', 'dialogue_id'])
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return null;
    const { continues_dialogue: goesOn, notifies_of_failure: notifiesOfFailure } = row.definition;
    return { name: row.name, notifiesOfFailure, dialogueId: goesOn ? row.dialogue_id : null };
  },
  async began(trx, id, dialogueId) {
    await trx.updateTable('schedules').set({ dialogue_id: dialogueId }).where('id', '=', id).execute();
  },
  async ended(trx, id, outcome) {
    await beginNext(trx, id);
    const counted = trx.updateTable('schedules').where('id', '=', id).returning('failures');
    const row = await counted
      .set((was) => ({
        failures: outcome === 'failed' ? was('failures', '+', 1) : outcome === 'done' ? 0 : was.ref('failures'),
      }))
      .executeTakeFirst();
    return row?.failures ?? 0;
  },
  pause: pauseSchedule,
  async readable(trx, caller, id) {
    const row = await readableSchedules(trx, caller)
      .where('schedules.id', '=', id)
      .select(['name', 'owner_id'])
      .executeTakeFirst();
    return row === undefined ? null : { name: row.name, isOwn: row.owner_id === caller.memberId };
  },
  async again(trx, caller, { schedule_id: id }) {
    const row = await readableSchedules(trx, caller)
      .where('schedules.id', '=', id)
      .where('owner_id', '=', caller.memberId)
      .select('definition')
      .executeTakeFirst();
    return row === undefined ? null : { botId: row.definition.bot_id, prompt: row.definition.prompt };
  },
  follow: () => Promise.resolve(false),
};
