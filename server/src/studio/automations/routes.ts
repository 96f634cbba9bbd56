import { fillPlaces, unmetConditions } from '@parlance/shared/contract/agents/automation-places';
import { withEventsApart } from '@parlance/shared/contract/agents/event-material';
import { retryAction } from '@parlance/shared/contract/api/automations/action-tries';
import * as api from '@parlance/shared/contract/api/automations/automations';
import { moment } from '@parlance/shared/contract/values/moment';
import { promptMaxLength } from '@parlance/shared/contract/values/prompt-length';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import { route } from '../../platform/http/route.ts';
import { countSchedulePlaces } from '../../platform/limits/schedules.ts';
import { makeExecution } from '../executions/make.ts';
import type { Origins } from '../executions/origin.ts';
import * as executions from '../executions/repository.ts';
import { readExecution } from '../executions/routes.ts';
import { summaryOf } from '../executions/views.ts';
import { tryAgain } from './act.ts';
import { checkTrigger } from './checks.ts';
import { givenEvent } from './event-text.ts';
import * as repository from './repository.ts';
import { findSamples } from './samples.ts';
import * as saving from './save.ts';
import { promptOf } from './set-off.ts';
import { automationOf, automationsOf } from './view.ts';

const position = z.tuple([moment, z.uuid()]);
/** A definition whose event is as long as may be, and what JSON makes of both. */
const bodyLimit = 2_000_000;

/** What agents do when something happens. An automation is its owner's: to everybody else it does not exist. */
export const automationRoutes = (origins: Origins) =>
  async function automationRoutes(app: FastifyInstance): Promise<void> {
    readingRoutes(app);
    changingRoutes(app, origins);
    secretRoutes(app);
    tryingRoutes(app, origins);
  };

function readingRoutes(app: FastifyInstance): void {
  route(app, api.listAutomations, ({ query: { q, state, cursor, limit }, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const found = await repository.findAutomations(trx, caller, {
        q,
        state,
        after: readCursor(cursor, position),
        limit,
      });
      const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.updated_at.toISOString(), row.id]);
      return {
        items: await automationsOf(trx, { app, caller, request }, rows),
        next_cursor,
        places: await countSchedulePlaces(trx, caller.organizationId),
      };
    }),
  );

  route(app, api.getAutomation, ({ params, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      automationOf(trx, { app, caller, request }, await repository.readAutomation(trx, caller, params.automation_id)),
    ),
  );
}

function changingRoutes(app: FastifyInstance, origins: Origins): void {
  route(app, api.createAutomation, ({ body, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { row, made } = await saving.createAutomation(app, trx, caller, body);
      return { automation: await automationOf(trx, { app, caller, request }, row), ...made };
    }),
  );

  route(app, api.putAutomation, ({ params, body, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { row, made } = await saving.putAutomation(app, trx, caller, params.automation_id, body);
      return { automation: await automationOf(trx, { app, caller, request }, row), ...made };
    }),
  );

  route(app, api.deleteAutomation, async ({ params, caller }) => {
    const answers = await app.db.asTenant(caller.organizationId, (trx) =>
      saving.deleteAutomation(trx, caller, origins, params.automation_id),
    );
    for (const runId of answers) app.runs.halt(runId);
    return {};
  });

  route(app, api.switchAutomation, ({ params, body, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      automationOf(
        trx,
        { app, caller, request },
        await saving.switchAutomation(app, trx, caller, params.automation_id, body.state),
      ),
    ),
  );

  route(app, api.takeOverAutomation, ({ params, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      automationOf(
        trx,
        { app, caller, request },
        (await saving.takeOverAutomation(app.toolReach.secrets, trx, caller, params.automation_id)).row,
      ),
    ),
  );
}

function secretRoutes(app: FastifyInstance): void {
  route(app, api.rotateAutomationSecret, ({ params, body, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { row, secret } = await saving.rotateSecret(app, trx, caller, params.automation_id, body.of);
      return { automation: await automationOf(trx, { app, caller, request }, row), secret };
    }),
  );

  route(app, api.renewFormLink, ({ params, caller, request }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      automationOf(trx, { app, caller, request }, await saving.renewForm(app, trx, caller, params.automation_id)),
    ),
  );
}

function tryingRoutes(app: FastifyInstance, origins: Origins): void {
  route(app, api.listEventSamples, ({ body: { automation_id: automationId, trigger }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await checkTrigger(app, trx, caller, trigger);
      if (automationId !== undefined) await repository.readOwnAutomation(trx, caller, automationId);
      return { items: await findSamples(trx, caller, trigger, automationId ?? null) };
    }),
  );

  route(
    app,
    api.previewAutomation,
    async ({ body: { definition, event: text } }) => {
      const event = givenEvent(text);
      const { text: filled, places, unknown } = fillPlaces(definition.prompt, event, { longest: promptMaxLength });
      return { prompt: withEventsApart(filled, places), unknown, unmet: unmetConditions(definition.conditions, event) };
    },
    { bodyLimit },
  );

  route(
    app,
    api.testAutomation,
    ({ params, body: { idempotency_key: idempotencyKey, event: text }, caller }) =>
      app.db.asTenant(caller.organizationId, async (trx) => {
        const { id, name, definition } = await repository.readOwnAutomation(trx, caller, params.automation_id);
        const event = givenEvent(text);
        const { organizationId, memberId } = caller;
        const requested = { key: idempotencyKey, fingerprint: fingerprintOf({ cause: 'test', of: id, event }) };
        const made = await makeExecution(trx, {
          organizationId,
          of: { automationId: id },
          memberId,
          botId: definition.bot_id,
          cause: 'test',
          dueAt: new Date(),
          input: event,
          ...promptOf(definition, event),
          actions: definition.actions,
          requested,
        });
        if (made !== null) await record(trx, { action: 'automation.tested', target: { id, name } });
        const found = await executions.findByKey(trx, caller, requested);
        if (found === undefined) throw new Error('A test that was just made is not there.');
        return summaryOf(found);
      }),
    { bodyLimit },
  );

  route(app, retryAction, ({ params: { execution_id: id, position: at }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { automation_id: automationId } = await executions.requireExecution(trx, caller, id);
      if (automationId === null) throw new ApiError('not_found');
      await repository.lockOwnAutomation(trx, caller, automationId);
      await tryAgain(trx, { execution: id, position: at });
      return readExecution(app, origins, trx, caller, id);
    }),
  );
}
