import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { requestJobs } from '../../platform/jobs/request-job.ts';
import { isTest } from '../executions/is-test.ts';
import type { Origin } from '../executions/origin.ts';
import { showAction } from './perform.ts';
import { type AutomationRow, findReadable } from './repository.ts';
import { promptOf } from './set-off.ts';

const lockAutomation = (trx: Trx, id: string): Promise<AutomationRow | undefined> =>
  trx
    .selectFrom('automations')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();

/** The origin of automations' executions. */
export const automationOrigin: Origin = {
  pathOf: (id) => `/agent-automation?automation=${id}`,

  async lock(trx, id) {
    const row = await lockAutomation(trx, id);
    return row === undefined
      ? null
      : { name: row.name, notifiesOfFailure: row.definition.notifies_of_failure, dialogueId: null };
  },

  began: () => Promise.resolve(),

  async ended(trx, id, outcome) {
    const failures = outcome === 'failed' ? sql<number>`failures + 1` : outcome === 'done' ? 0 : sql<number>`failures`;
    const row = await trx
      .updateTable('automations')
      .set({ failures })
      .where('id', '=', id)
      .returning('failures')
      .executeTakeFirst();
    return outcome === 'failed' ? (row?.failures ?? 0) : 0;
  },

  async pause(trx, id, because) {
    const row = await trx
      .updateTable('automations')
      .set({ state: 'paused', paused_because: because, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('state', '=', 'active')
      .returning(['organization_id', 'name'])
      .executeTakeFirst();
    if (row !== undefined)
      await record(trx, {
        action: 'automation.paused',
        target: { id, name: row.name },
        after: { because },
        organizationId: row.organization_id,
      });
    return row !== undefined;
  },

  async readable(trx, caller, id) {
    const row = await findReadable(trx, caller, id);
    return row === undefined ? null : { name: row.name, isOwn: row.owner_id === caller.memberId };
  },

  async again(trx, caller, { automation_id: id, input }) {
    const row = id === null ? undefined : await findReadable(trx, caller, id);
    if (row === undefined || row.owner_id !== caller.memberId) return null;
    return { botId: row.definition.bot_id, ...promptOf(row.definition, input), input, actions: row.definition.actions };
  },

  async follow(trx, execution) {
    const rows = await trx
      .selectFrom('execution_actions')
      .where('execution_id', '=', execution.id)
      .where('status', '=', 'waiting')
      .orderBy('position')
      .select(['position', 'action'])
      .execute();
    if (rows.length === 0) return false;
    if (await isTest(trx, execution)) {
      await show(trx, execution, rows);
      return false;
    }
    await requestJobs(
      trx,
      'act',
      rows.map(({ position }) => ({
        data: { execution: execution.id, position },
        organizationId: execution.organization_id,
      })),
    );
    return true;
  },
};

/** Shows the effects of a test instead of performing them. */
async function show(
  trx: Trx,
  execution: Parameters<Origin['follow']>[1],
  rows: readonly { position: number; action: Parameters<typeof showAction>[2] }[],
): Promise<void> {
  const automation = await trx
    .selectFrom('automations')
    .where('id', '=', execution.automation_id)
    .selectAll()
    .executeTakeFirstOrThrow();
  for (const { position, action } of rows) {
    const shown = await showAction(
      trx,
      automation,
      action,
      { event: execution.input, answer: execution.output ?? '' },
      { executionId: execution.id, at: execution.due_at },
    );
    await trx
      .updateTable('execution_actions')
      .set({ status: 'shown', shown: jsonOf(shown) })
      .where('execution_id', '=', execution.id)
      .where('position', '=', position)
      .execute();
  }
}
