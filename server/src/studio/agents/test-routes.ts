import * as sets from '@parlance/shared/contract/api/agents/agent-test-sets';
import * as api from '@parlance/shared/contract/api/agents/agents';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findAgent, lockAgent } from './agents.ts';
import { askTest } from './test-dialogues.ts';
import * as runs from './test-runs.ts';
import { readTestSet, saveTestSet } from './test-sets.ts';

const position = z.tuple([moment, z.uuid()]);

/** An agent is tried before members use it. */
export async function agentTestRoutes(app: FastifyInstance): Promise<void> {
  dialogueRoutes(app);
  testSetRoutes(app);
  testRunRoutes(app);
}

function dialogueRoutes(app: FastifyInstance): void {
  route(app, api.startAgentTest, ({ params, body, caller }) =>
    askTest(app, caller, { agentId: params.agent_id }, body),
  );

  route(app, api.continueAgentTest, ({ params, body, caller }) =>
    askTest(app, caller, { dialogueId: params.dialogue_id }, body),
  );
}

function testSetRoutes(app: FastifyInstance): void {
  route(app, sets.getTestSet, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findAgent(trx, caller, params.agent_id, 'read');
      return readTestSet(trx, app.models, caller, params.agent_id);
    }),
  );

  route(app, sets.saveTestSet, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await lockAgent(trx, caller, params.agent_id, 'edit');
      await saveTestSet(trx, caller, params.agent_id, body);
      await record(trx, { action: 'agent.tests_changed', target: await agentTarget(trx, params.agent_id) });
      return readTestSet(trx, app.models, caller, params.agent_id);
    }),
  );
}

function testRunRoutes(app: FastifyInstance): void {
  route(app, sets.runTestSet, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await lockAgent(trx, caller, params.agent_id, 'edit');
      const id = await runs.startTestRun(trx, caller, app.models, { botId: params.agent_id, number: body.number });
      return runs.testRunOf(trx, await requireTestRun(trx, caller, id, 'read'));
    }),
  );

  route(app, sets.listTestRuns, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findAgent(trx, caller, params.agent_id, 'read');
      const found = await runs.findTestRuns(trx, params.agent_id, readCursor(query.cursor, position), query.limit);
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.started_at.toISOString(), row.id]);
      const items: sets.TestRun[] = [];
      for (const row of rows) items.push(await runs.testRunOf(trx, row));
      return { items, next_cursor };
    }),
  );

  route(app, sets.getTestRun, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) =>
      runs.testRunOf(trx, await requireTestRun(trx, caller, params.test_run_id, 'read')),
    ),
  );

  route(app, sets.stopTestRun, async ({ params, caller }) => {
    const { stopped, run } = await app.db.asTenant(caller.organizationId, async (trx) => {
      await requireTestRun(trx, caller, params.test_run_id, 'edit');
      const active = await runs.stopTestRun(trx, params.test_run_id);
      return {
        stopped: active,
        run: await runs.testRunOf(trx, await requireTestRun(trx, caller, params.test_run_id, 'read')),
      };
    });
    for (const id of stopped) app.runs.halt(id);
    return run;
  });
}

/** A run of an agent that the caller may read or change; to everyone else it does not exist. */
async function requireTestRun(trx: Trx, caller: Caller, id: string, needs: 'read' | 'edit') {
  const found = await runs.findTestRun(trx, id);
  if (found === undefined) throw new ApiError('not_found');
  await findAgent(trx, caller, found.bot_id, needs);
  return found;
}
