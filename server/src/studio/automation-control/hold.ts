import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { cancelAll } from '../executions/cancel-all.ts';
import { type Origins, originOf } from '../executions/origin.ts';

/** Holds all schedules and automations of an organisation. Held already, it is held as it was. */
export async function holdAutomations(trx: Trx, { organizationId, memberId }: Caller): Promise<void> {
  const made = await trx
    .insertInto('automation_holds')
    .values({ organization_id: organizationId, by_member_id: memberId })
    .onConflict((on) => on.doNothing())
    .returning('organization_id')
    .executeTakeFirst();
  if (made !== undefined) await record(trx, { action: 'automation.held', target: { id: null, name: '' } });
}

/** Lets them go on. */
export async function releaseAutomations(trx: Trx, { organizationId }: Caller): Promise<void> {
  const ended = await trx
    .deleteFrom('automation_holds')
    .where('organization_id', '=', organizationId)
    .returning('since')
    .executeTakeFirst();
  if (ended !== undefined)
    await record(trx, {
      action: 'automation.released',
      target: { id: null, name: '' },
      before: { since: ended.since.toISOString() },
    });
}

/** Cancels whatever is under way in an organisation; the answers that are to be broken off. */
export async function cancelEverything(trx: Trx, { organizationId }: Caller, origins: Origins): Promise<string[]> {
  const underWay = await trx
    .selectFrom('executions')
    .where('organization_id', '=', organizationId)
    .where('ended_at', 'is', null)
    .distinct()
    .orderBy('schedule_id')
    .orderBy('automation_id')
    .select(['schedule_id', 'automation_id'])
    .execute();
  const answers: string[] = [];
  for (const made of underWay) {
    const { id, origin } = originOf(origins, made);
    // What made them first, as everybody holds it who ends one.
    await origin.lock(trx, id);
    answers.push(...(await cancelAll(trx, origins, made.schedule_id === null ? 'automation_id' : 'schedule_id', id)));
  }
  return answers;
}
