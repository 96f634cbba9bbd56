import * as contract from '@parlance/shared/contract/api/automation-control';
import type { Output } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Origins } from '../executions/origin.ts';
import { entryOf, findEntries, positionIn } from './entries.ts';
import { giveOne, requireReceiver, takeOne, tellReceiver } from './give.ts';
import { cancelEverything, holdAutomations, releaseAutomations } from './hold.ts';
import { findOwners } from './owners.ts';
import { findSummary } from './summary.ts';
import { pauseOne, resumeOne } from './switch.ts';
import type { Thing } from './things.ts';

/** Everybody’s schedules and automations, for administrators. What they ask and answer is not shown. */
export const automationControlRoutes = (origins: Origins) =>
  async function automationControlRoutes(app: FastifyInstance): Promise<void> {
    route(app, contract.listControlEntries, ({ query: { cursor, ...query }, caller }) =>
      app.db.asTenant(caller.organizationId, async (trx) => {
        const { organizationId, language } = caller;
        const found = await findEntries(trx, {
          ...query,
          organizationId,
          after: readCursor(cursor, positionIn(query.sort)),
        });
        const { rows, next_cursor } = pageOfRows(found, query.limit, ({ sort_value, id }) => [
          query.sort,
          sort_value,
          id,
        ]);
        return { items: rows.map((row) => entryOf(row, language)), next_cursor };
      }),
    );

    route(app, contract.getControlOwners, ({ caller: { organizationId } }) =>
      app.db.asTenant(organizationId, async (trx) => ({ owners: await findOwners(trx, organizationId) })),
    );

    route(app, contract.getControlSummary, ({ caller: { organizationId } }) =>
      app.db.asTenant(organizationId, (trx) => findSummary(trx, organizationId)),
    );

    route(app, contract.holdAll, async ({ body: { held, cancels }, caller }) => {
      const { answers, summary } = await app.db.asTenant(caller.organizationId, async (trx) => {
        await (held ? holdAutomations : releaseAutomations)(trx, caller);
        const answers = held && cancels ? await cancelEverything(trx, caller, origins) : [];
        return { answers, summary: await findSummary(trx, caller.organizationId) };
      });
      for (const runId of answers) app.runs.halt(runId);
      return summary;
    });

    route(app, contract.switchEntries, ({ body: { state, ...things }, caller }) =>
      app.db.asTenant(caller.organizationId, (trx) =>
        changeAll(things, (thing) => (state === 'active' ? resumeOne : pauseOne)(trx, caller, thing)),
      ),
    );

    route(app, contract.reassignEntries, ({ body: { member_id: memberId, ...things }, caller }) =>
      app.db.asTenant(caller.organizationId, async (trx) => {
        const receiver = await requireReceiver(trx, memberId);
        if (memberId === caller.memberId)
          return changeAll(things, (thing) => takeOne(app.toolReach.secrets, trx, caller, thing));
        const given: Thing['kind'][] = [];
        const outcome = await changeAll(things, async (thing) => {
          const isGiven = await giveOne(trx, receiver, { models: app.models, secrets: app.toolReach.secrets }, thing);
          if (isGiven) given.push(thing.kind);
          return isGiven;
        });
        await tellReceiver(trx, receiver, given);
        return outcome;
      }),
    );
  };

type Which = Pick<Thing, 'kind' | 'id'>;

/**
 * One after the other, in one order for everybody. What one refuses is refused before anything of it is written, so
 * that the rest stands.
 */
async function changeAll(
  { schedule_ids, automation_ids }: { schedule_ids: readonly string[]; automation_ids: readonly string[] },
  change: (thing: Which) => Promise<boolean>,
): Promise<Output<typeof contract.switchEntries>> {
  const inOrder = (kind: Which['kind'], ids: readonly string[]) => [...new Set(ids)].sort().map((id) => ({ kind, id }));
  const refused: { id: string; code: string }[] = [];
  let changed = 0;
  for (const thing of [...inOrder('schedule', schedule_ids), ...inOrder('automation', automation_ids)]) {
    try {
      if (await change(thing)) changed += 1;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      refused.push({ id: thing.id, code: error.apiCode });
    }
  }
  return { changed, refused };
}
