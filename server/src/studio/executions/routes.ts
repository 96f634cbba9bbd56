import * as api from '@parlance/shared/contract/api/executions';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findOwnDialogue } from '../../dialogue/dialogues/repository.ts';
import { findBotSummaries } from '../../library/bots/repository.ts';
import { findColleague } from '../../people/members/colleagues.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { endExecution } from './end.ts';
import { type RequestKey, makeExecution } from './make.ts';
import { type Origins, originOf } from './origin.ts';
import { findByKey, findExecutions, lockExecution, requireExecution } from './repository.ts';
import { stopAnswer } from './stop.ts';
import { findActions, summaryOf } from './views.ts';

const position = z.tuple([moment, z.uuid()]);

/** What schedules and automations have done. */
export const executionRoutes = (origins: Origins) =>
  async function executionRoutes(app: FastifyInstance): Promise<void> {
    const { db } = app;

    route(app, api.listExecutions, ({ caller, query }) => {
      const after = readCursor(query.cursor, position);
      return db.asTenant(caller.organizationId, async (trx) => {
        const made = { schedule_id: query.schedule_id ?? null, automation_id: query.automation_id ?? null };
        const { id } = await requireReadable(origins, trx, caller, made);
        const column = made.schedule_id === null ? 'automation_id' : 'schedule_id';
        const found = await findExecutions(trx, caller, {
          column,
          id,
          status: query.status,
          after,
          limit: query.limit,
        });
        const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.created_at.toISOString(), row.id]);
        return { items: rows.map(summaryOf), next_cursor };
      });
    });

    route(app, api.getExecution, ({ caller, params }) =>
      db.asTenant(caller.organizationId, (trx) => readExecution(app, origins, trx, caller, params.execution_id)),
    );

    route(app, api.replayExecution, ({ caller, params, body }) =>
      db.asTenant(caller.organizationId, async (trx) => {
        const requested = {
          key: body.idempotency_key,
          fingerprint: fingerprintOf({ cause: 'replay', of: params.execution_id }),
        };
        const earlier = await findByKey(trx, caller, requested);
        if (earlier !== undefined) return summaryOf(earlier);
        const execution = await requireExecution(trx, caller, params.execution_id);
        if (execution.ended_at === null) throw new ApiError('conflict');
        const again = await originOf(origins, execution).origin.again(trx, caller, execution);
        if (again === null) throw new ApiError('not_found');
        const { organizationId, memberId } = caller;
        const of =
          execution.schedule_id === null
            ? { automationId: execution.automation_id ?? '' }
            : { scheduleId: execution.schedule_id };
        await makeExecution(trx, {
          ...again,
          organizationId,
          memberId,
          of,
          cause: 'replay',
          dueAt: new Date(),
          replayOf: execution.id,
          requested,
        });
        return summaryOf(await made(trx, caller, requested));
      }),
    );

    route(app, api.cancelExecution, async ({ caller, params }) => {
      const { summary, runId } = await db.asTenant(caller.organizationId, async (trx) => {
        const { id, origin } = originOf(origins, await requireExecution(trx, caller, params.execution_id));
        await origin.lock(trx, id);
        const execution = await lockExecution(trx, caller, params.execution_id);
        if (execution.ended_at !== null) throw new ApiError('conflict');
        const stopped = await stopAnswer(trx, execution);
        await endExecution({ origins }, trx, execution, { status: 'cancelled', reason: 'person' });
        return { summary: summaryOf(await requireExecution(trx, caller, execution.id)), runId: stopped };
      });
      if (runId !== null) app.runs.halt(runId);
      return summary;
    });
  };

/** What this key has made: by this request, or by one at the same moment. */
async function made(trx: Trx, caller: Caller, requested: RequestKey) {
  const found = await findByKey(trx, caller, requested);
  if (found === undefined) throw new Error('An execution that was just made is not there.');
  return found;
}

async function requireReadable(
  origins: Origins,
  trx: Trx,
  caller: Caller,
  execution: { schedule_id: string | null; automation_id: string | null },
) {
  if (execution.schedule_id === null && origins.automation === null) throw new ApiError('not_found');
  const { id, origin } = originOf(origins, execution);
  const found = await origin.readable(trx, caller, id);
  if (found === null) throw new ApiError('not_found');
  return { id, ...found };
}

/** One of the caller’s, whole. Throws not_found. */
export async function readExecution(
  app: FastifyInstance,
  origins: Origins,
  trx: Trx,
  caller: Caller,
  executionId: string,
) {
  const row = await requireExecution(trx, caller, executionId);
  const { id, origin } = originOf(origins, row);
  const readable = await origin.readable(trx, caller, id);
  const named = readable === null ? null : { id, name: readable.name };
  const dialogue = row.dialogue_id === null ? undefined : await findOwnDialogue(trx, caller.memberId, row.dialogue_id);
  const bots = await findBotSummaries(trx, caller, app.models, row.bot_id === null ? [] : [row.bot_id]);
  return {
    ...summaryOf(row),
    schedule: row.schedule_id === null ? null : named,
    automation: row.automation_id === null ? null : named,
    bot: bots.get(row.bot_id ?? '') ?? null,
    runs_as: await findColleague(trx, row.member_id),
    input: row.input === null ? null : JSON.stringify(row.input),
    prompt: row.prompt,
    output: row.output,
    dialogue_id: dialogue?.id ?? null,
    actions: await findActions(trx, row.id),
    replay_of: row.replay_of,
    can: { replay: row.ended_at !== null && readable?.isOwn === true, cancel: row.ended_at === null },
  };
}
