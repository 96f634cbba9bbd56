import * as api from '@parlance/shared/contract/api/schedules';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findBotSummaries } from '../../library/bots/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import { countSchedulePlaces } from '../../platform/limits/schedules.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { makeExecution } from '../executions/make.ts';
import type { Origins } from '../executions/origin.ts';
import * as executions from '../executions/repository.ts';
import { findLast, summaryOf } from '../executions/views.ts';
import { type ScheduleRow, findSchedules, lockOwnSchedule, readSchedule, stateOf } from './repository.ts';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  minutesBetween,
  switchSchedule,
  takeOverSchedule,
} from './save.ts';
import { previewTicks, requireClock } from './ticks.ts';

const position = z.tuple([z.string(), z.uuid()]);

/** Registers the routes of schedules. */
export const scheduleRoutes = (origins: Origins) =>
  async function scheduleRoutes(app: FastifyInstance): Promise<void> {
    const { db, models } = app;
    const viewed = async (trx: Trx, caller: Caller, id: string) =>
      one(await viewsOf(app, trx, caller, [await readSchedule(trx, caller, id)]));

    route(app, api.listSchedules, ({ caller, query }) => {
      const after = readCursor(query.cursor, position);
      return db.asTenant(caller.organizationId, async (trx) => {
        const { rows, next_cursor } = pageOfRows(
          await findSchedules(trx, caller, { ...query, state: query.state, after }),
          query.limit,
          (row) => [row.sort_name, row.id],
        );
        return {
          items: await viewsOf(app, trx, caller, rows),
          next_cursor,
          places: await countSchedulePlaces(trx, caller.organizationId),
        };
      });
    });

    route(app, api.createSchedule, ({ caller, body }) =>
      db.asTenant(caller.organizationId, async (trx) =>
        viewed(trx, caller, await createSchedule(trx, caller, models, body)),
      ),
    );

    route(app, api.getSchedule, ({ caller, params }) =>
      db.asTenant(caller.organizationId, (trx) => viewed(trx, caller, params.schedule_id)),
    );

    route(app, api.putSchedule, ({ caller, params, body }) =>
      db.asTenant(caller.organizationId, async (trx) => {
        await changeSchedule(trx, caller, models, params.schedule_id, body);
        return viewed(trx, caller, params.schedule_id);
      }),
    );

    route(app, api.deleteSchedule, async ({ caller, params }) => {
      const answers = await db.asTenant(caller.organizationId, (trx) =>
        deleteSchedule(trx, caller, origins, params.schedule_id),
      );
      for (const runId of answers) app.runs.halt(runId);
      return {};
    });

    route(app, api.switchSchedule, ({ caller, params, body }) =>
      db.asTenant(caller.organizationId, async (trx) => {
        await switchSchedule(trx, caller, models, params.schedule_id, body.state);
        return viewed(trx, caller, params.schedule_id);
      }),
    );

    route(app, api.takeOverSchedule, ({ caller, params }) =>
      db.asTenant(caller.organizationId, async (trx) => {
        await takeOverSchedule(trx, caller, params.schedule_id);
        return viewed(trx, caller, params.schedule_id);
      }),
    );

    route(app, api.runSchedule, ({ caller, params, body }) =>
      db.asTenant(caller.organizationId, (trx) => runNow(trx, caller, params.schedule_id, body.idempotency_key)),
    );

    route(app, api.previewSchedule, ({ caller, body }) =>
      db.asTenant(caller.organizationId, async (trx) => ({
        next: previewTicks(requireClock(body, await minutesBetween(trx, caller.organizationId)), body, Date.now()),
      })),
    );
  };

async function runNow(trx: Trx, caller: Caller, id: string, idempotencyKey: string) {
  const { definition } = await lockOwnSchedule(trx, caller, id);
  const { organizationId, memberId } = caller;
  const requested = { key: idempotencyKey, fingerprint: fingerprintOf({ cause: 'person', of: id }) };
  await makeExecution(trx, {
    organizationId,
    of: { scheduleId: id },
    memberId,
    botId: definition.bot_id,
    cause: 'person',
    dueAt: new Date(),
    prompt: definition.prompt,
    requested,
  });
  const made = await executions.findByKey(trx, caller, requested);
  if (made === undefined) throw new Error('An execution that was just made is not there.');
  return summaryOf(made);
}

async function viewsOf(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  rows: readonly ScheduleRow[],
): Promise<api.Schedule[]> {
  const bots = await findBotSummaries(
    trx,
    caller,
    app.models,
    rows.flatMap(({ bot_id: id }) => (id === null ? [] : [id])),
  );
  const last = await findLast(
    trx,
    'schedule_id',
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const isOwn = row.owner_id === caller.memberId;
    return {
      ...row.definition,
      ...{
        id: row.id,
        owner: row.owner,
        state: stateOf(row),
        paused_because: row.paused_because,
        revision: row.revision,
      },
      bot: bots.get(row.bot_id ?? '') ?? null,
      next_at: row.next_at?.toISOString() ?? null,
      last: last.get(row.id) ?? null,
      updated_at: row.updated_at.toISOString(),
      can: { edit: isOwn, run: isOwn, take_over: row.owner_id === null },
    };
  });
}

function one<T>([view]: readonly T[]): T {
  if (view === undefined) throw new Error('A schedule that was just read is not there.');
  return view;
}
