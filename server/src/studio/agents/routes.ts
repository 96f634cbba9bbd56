import { can } from '@parlance/shared/contract/access/evaluate';
import { agentFileVersion } from '@parlance/shared/contract/agents/agent-definition';
import { listAgents } from '@parlance/shared/contract/api/agents/agent-list';
import * as api from '@parlance/shared/contract/api/agents/agents';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import { route } from '../../platform/http/route.ts';
import { countPlaces, hasPlace } from '../../platform/limits/agents.ts';
import { agentOf, findAgent, lockAgent, readAgent, summaryOf } from './agents.ts';
import * as changes from './changes.ts';
import { createFrom } from './create.ts';
import { readDraft, saveDraft } from './drafts.ts';
import { findAgents } from './list.ts';
import { readForCopy } from './origins.ts';
import { findOthersEditing, setPresence } from './presence.ts';
import { requireKnown } from './references.ts';
import { templatesIn } from './templates.ts';
import { findAgentUses } from './uses.ts';

/** Registers the routes of agents for those who build them. Members use an agent as a bot. */
export async function agentRoutes(app: FastifyInstance): Promise<void> {
  listRoutes(app);
  draftRoutes(app);
  changeRoutes(app);
}

function listRoutes(app: FastifyInstance): void {
  route(app, listAgents, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { rows, next_cursor } = await findAgents(trx, caller, query);
      const agents = await countPlaces(trx, caller.organizationId);
      // The studio is open to every member (specification §6); what they make is theirs alone until they share it.
      return {
        items: rows.map((row) => summaryOf(row, caller)),
        next_cursor,
        can_create: hasPlace(agents) && can(caller, { kind: 'bot', action: 'create', id: null }),
        agents,
      };
    }),
  );

  route(app, api.createAgent, ({ body, caller }) => createFrom(app, caller, body));

  route(app, api.listAgentTemplates, async ({ caller }) => ({ items: templatesIn(caller.language) }));

  route(app, api.listAgentModels, async ({ caller }) => ({
    items: app.models.all
      .filter(({ id }) => can(caller, { kind: 'model', action: 'use', id }))
      .map(({ id, model: { name, kind, sees_images, context_length, reasoning_efforts = [] } }) => ({
        id,
        name,
        kind,
        sees_images,
        uses_tools: kind === 'language-model',
        reasoning_efforts: [...reasoning_efforts],
        context_length,
        is_standard: id === app.models.standard.id,
      })),
  }));
}

function draftRoutes(app: FastifyInstance): void {
  route(app, api.getAgent, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readAgent(trx, caller, params.agent_id)),
  );

  route(app, api.announceEditing, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { revision } = await findAgent(trx, caller, params.agent_id, 'read');
      await setPresence(trx, caller, params.agent_id, body.is_open);
      return { also_open: await findOthersEditing(trx, params.agent_id, caller.memberId), revision };
    }),
  );

  route(app, api.saveAgentDraft, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await lockAgent(trx, caller, params.agent_id, 'edit');
      const before = await readDraft(trx, params.agent_id);
      await requireKnown(trx, body.definition, { models: app.models, caller, before: before.definition });
      const { revision, updated_at } = await saveDraft(trx, caller, params.agent_id, body);
      return { revision, updated_at: updated_at.toISOString() };
    }),
  );

  route(app, api.exportAgent, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const definition = await readForCopy(trx, caller, params.agent_id);
      await record(trx, { action: 'agent.exported', target: await agentTarget(trx, params.agent_id) });
      return { kind: 'parlance.agent' as const, version: agentFileVersion, definition };
    }),
  );
}

function changeRoutes(app: FastifyInstance): void {
  route(app, api.getAgentUses, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => findAgentUses(trx, caller, query.ids.split(','))),
  );
  route(app, api.changeAgents, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => changes.changeAll(trx, caller, body)),
  );

  route(app, api.setAgentAccess, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => changes.setAccess(trx, caller, params.agent_id, body)),
  );

  route(app, api.transferAgent, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const given = await changes.transferAgent(trx, caller, params.agent_id, body.member_id);
      // The previous owner gets it once more, even if they may no longer read it: `can` says so.
      return agentOf(trx, given, caller);
    }),
  );
}
