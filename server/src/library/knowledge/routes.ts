import { knowledgeRights } from '@parlance/shared/contract/access/knowledge-rights';
import type { KnowledgeSource } from '@parlance/shared/contract/api/knowledge/knowledge';
import * as contract from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { nameAnew, namedIn } from '../../people/naming/named.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findPassagesFrom } from '../files/repository.ts';
import { knowledgeOfAgent } from './agents.ts';
import { changeSource, countPages, refreshSource } from './change.ts';
import { contentRoutes, countRefresh } from './content-routes.ts';
import { deleteSource, deletedOf, findDeleted, restoreSource } from './deleted.ts';
import { readerOf } from './reader.ts';
import * as repository from './repository.ts';
import { tryRetrieval } from './retrieval.ts';

const position = z.tuple([z.string(), z.uuid()]);
const deletedPosition = z.tuple([moment, z.uuid()]);

/** What an agent that the caller may read has; nothing where they ask for none. */
const heldBy = (trx: Trx, caller: Caller, agentId: string | undefined) =>
  agentId === undefined ? [] : knowledgeOfAgent(trx, caller, agentId);

/**
 * What agents know. A source belongs to its owner, who says who else may read it: to everyone else it does not exist.
 */
export async function knowledgeRoutes(app: FastifyInstance): Promise<void> {
  readingRoutes(app);
  changingRoutes(app);
  contentRoutes(app);
}

function readingRoutes(app: FastifyInstance): void {
  route(app, contract.listKnowledge, ({ query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const reader = readerOf(app, caller);
      const { q, kind, state, folder_id: folderId, limit } = query;
      const held = query.ids === undefined && folderId === undefined ? [] : await heldBy(trx, caller, query.agent_id);
      const wanted = {
        q,
        kind,
        state,
        folderId,
        ids: query.ids?.split(','),
        held,
        after: readCursor(query.cursor, position),
        limit,
      };
      const { rows, next_cursor } = pageOfRows(await repository.findSources(trx, reader, wanted), limit, (row) => [
        row.sort_name,
        row.id,
      ]);
      return { items: await repository.sourcesOf(trx, reader, rows), next_cursor };
    }),
  );

  route(app, contract.getKnowledge, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) =>
      repository.readSource(trx, readerOf(app, caller), params.source_id),
    ),
  );

  route(app, contract.listKnowledgePassages, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { file_id, passages } = await repository.readSource(
        trx,
        readerOf(app, caller),
        params.source_id,
        await heldBy(trx, caller, query.agent_id),
      );
      return { passages, items: file_id === null ? [] : await findPassagesFrom(trx, file_id, query.from, query.limit) };
    }),
  );

  route(app, listDeletedKnowledge, ({ query: { cursor, limit }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { rows, next_cursor } = pageOfRows(
        await findDeleted(trx, caller, readCursor(cursor, deletedPosition), limit),
        limit,
        (row) => [row.deleted_at.toISOString(), row.id],
      );
      return { items: await deletedOf(trx, readerOf(app, caller), rows), next_cursor };
    }),
  );

  route(app, testRetrieval, ({ body, caller, request }) => tryRetrieval(app, caller, body, request.signal));
}

function changingRoutes(app: FastifyInstance): void {
  /** What changes a source answers with how it then is. */
  const changing = (caller: Caller, id: string, work: (trx: Trx) => Promise<void>): Promise<KnowledgeSource> =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await work(trx);
      return repository.readSource(trx, readerOf(app, caller), id);
    });

  route(app, contract.changeKnowledge, async ({ params, body, caller }) => {
    if (body.url !== undefined) await countRefresh(app.db, caller, 1);
    return changing(caller, params.source_id, (trx) => changeSource(trx, caller, params.source_id, body));
  });

  route(app, contract.setKnowledgeAccess, ({ params, body, caller }) =>
    changing(caller, params.source_id, async (trx) => {
      const source = await repository.lockSource(trx, caller, params.source_id);
      if (source.folder_id !== null) throw new ApiError('conflict');
      const { share_with_organization: mayShareWithAll } = knowledgeRights(caller, {
        id: source.id,
        ownerId: source.owner_id,
        isVisible: true,
      });
      if (body.scope === 'organization' && source.access !== 'organization' && !mayShareWithAll)
        throw new ApiError('forbidden');
      const named = await namedIn(trx, caller.organizationId, body);
      await trx.updateTable('knowledge_sources').set({ access: body.scope }).where('id', '=', source.id).execute();
      await nameAnew(trx, 'knowledge_source', { organizationId: caller.organizationId, id: source.id }, named);
      await record(trx, {
        action: 'knowledge_source.access_changed',
        target: { id: source.id, name: source.name },
        before: { scope: source.access },
        after: { scope: body.scope, people: named.memberIds, teams: named.teamIds },
      });
    }),
  );

  route(app, contract.refreshKnowledge, async ({ params, caller }) => {
    await countRefresh(
      app.db,
      caller,
      await app.db.asTenant(caller.organizationId, (trx) => countPages(trx, params.source_id)),
    );
    return changing(caller, params.source_id, (trx) => refreshSource(trx, caller, params.source_id));
  });

  route(app, contract.deleteKnowledge, async ({ params, caller }) => {
    await app.db.asTenant(caller.organizationId, (trx) => deleteSource(trx, caller, params.source_id));
    return {};
  });

  route(app, contract.restoreKnowledge, ({ params, caller }) =>
    changing(caller, params.source_id, (trx) => restoreSource(trx, caller, params.source_id)),
  );
}
