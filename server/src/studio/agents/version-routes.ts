import * as api from '@parlance/shared/contract/api/agents/agents';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findAgent, lockAgent, readAgent } from './agents.ts';
import { saveDraft } from './drafts.ts';
import * as versions from './versions.ts';

/** The last version of the page before. */
const position = z.tuple([z.int32()]);

/** What was published of an agent, and is published now. */
export async function agentVersionRoutes(app: FastifyInstance): Promise<void> {
  route(app, api.publishAgent, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => versions.publishVersion(trx, caller, params.agent_id, body)),
  );

  route(app, api.listAgentVersions, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findAgent(trx, caller, params.agent_id, 'read');
      const found = await versions.findVersions(
        trx,
        params.agent_id,
        readCursor(query.cursor, position)?.[0] ?? null,
        query.limit,
      );
      const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.number]);
      return { items: rows.map(versions.versionOf), next_cursor };
    }),
  );

  route(app, api.getAgentVersion, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await findAgent(trx, caller, params.agent_id, 'read');
      const found = await versions.findVersion(trx, params.agent_id, params.number);
      if (found === undefined) throw new ApiError('not_found');
      return { ...versions.versionOf(found), definition: found.definition };
    }),
  );

  route(app, api.restoreAgentVersion, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await lockAgent(trx, caller, params.agent_id, 'edit');
      const found = await versions.findVersion(trx, params.agent_id, params.number);
      if (found === undefined) throw new ApiError('not_found');
      await saveDraft(trx, caller, params.agent_id, { revision: body.revision, definition: found.definition });
      await record(trx, {
        action: 'agent.version_restored',
        target: await agentTarget(trx, params.agent_id),
        after: { version: params.number },
      });
      return readAgent(trx, caller, params.agent_id);
    }),
  );
}
