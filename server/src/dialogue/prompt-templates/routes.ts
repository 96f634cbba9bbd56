import { promptTemplateFileVersion } from '@parlance/shared/contract/agents/prompt-template';
import * as lists from '@parlance/shared/contract/api/prompt-templates/prompt-template-list';
import * as api from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { PromptTemplate } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { templateTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { changeTemplates, markTemplate } from './bulk.ts';
import { createTemplate } from './creation.ts';
import { findLabels, findTemplates } from './listing.ts';
import { summaryOf } from './rows.ts';
import { readTemplate } from './templates.ts';
import { fillTemplate, findUsable, readForm, usableOf } from './use.ts';
import * as versions from './versions.ts';

const templatePosition = z.tuple([z.string(), z.uuid()]);
const versionPosition = z.tuple([z.int32()]);
const usablePosition = z.tuple([z.boolean(), z.int32(), z.uuid()]);

/** Prompts that are written once and filled in often. */
export async function promptTemplateRoutes(app: FastifyInstance): Promise<void> {
  listRoutes(app);
  editRoutes(app);
  versionRoutes(app);
  useRoutes(app);
}

function listRoutes(app: FastifyInstance): void {
  route(app, lists.listPromptTemplates, async ({ query, caller }) => {
    const after = readCursor(query.cursor, templatePosition);
    const found = await app.db.asTenant(caller.organizationId, (trx) => findTemplates(trx, caller, query, after));
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.sort_value, row.id]);
    return { items: rows.map((row) => summaryOf(caller, row)), next_cursor };
  });

  route(app, lists.listTemplateLabels, ({ caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => findLabels(trx, caller)),
  );

  route(app, lists.changePromptTemplates, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => changeTemplates(trx, caller, body)),
  );

  route(app, lists.markPromptTemplate, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await readTemplate(trx, caller, params.template_id);
      await markTemplate(trx, caller, params.template_id, body);
      return readTemplate(trx, caller, params.template_id);
    }),
  );
}

function editRoutes(app: FastifyInstance): void {
  route(app, api.createPromptTemplate, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => createTemplate(trx, caller, body)),
  );

  route(app, api.getPromptTemplate, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readTemplate(trx, caller, params.template_id)),
  );

  route(app, api.savePromptTemplate, ({ params, body, caller }) =>
    changed(app, caller, params.template_id, (trx) => versions.saveTemplate(trx, caller, params.template_id, body)),
  );

  route(app, api.setTemplateAccess, ({ params, body, caller }) =>
    changed(app, caller, params.template_id, (trx) => versions.setAccess(trx, caller, params.template_id, body)),
  );

  route(app, api.reviewPromptTemplate, ({ params, body, caller }) =>
    changed(app, caller, params.template_id, (trx) => versions.reviewVersion(trx, caller, params.template_id, body)),
  );

  route(app, api.exportPromptTemplate, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const { definition, command, category, tags, can } = await readTemplate(trx, caller, params.template_id);
      if (!can.copy) throw new ApiError('forbidden');
      await record(trx, { action: 'prompt_template.exported', target: await templateTarget(trx, params.template_id) });
      return {
        kind: 'parlance.prompt-template',
        version: promptTemplateFileVersion,
        definition,
        command,
        category,
        tags,
      } as const;
    }),
  );
}

function versionRoutes(app: FastifyInstance): void {
  route(app, api.listTemplateVersions, async ({ params, query, caller }) => {
    const before = readCursor(query.cursor, versionPosition)?.[0] ?? null;
    const found = await app.db.asTenant(caller.organizationId, async (trx) => {
      await requireKeeper(trx, caller, params.template_id);
      return versions.findVersions(trx, params.template_id, before, query.limit);
    });
    const { rows, next_cursor } = pageOfRows(found, query.limit, ({ number }) => [number]);
    return { items: rows, next_cursor };
  });

  route(app, api.getTemplateVersion, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await requireKeeper(trx, caller, params.template_id);
      return versions.findVersion(trx, params.template_id, params.number);
    }),
  );

  route(app, api.chooseTemplateVersion, ({ params, body, caller }) =>
    changed(app, caller, params.template_id, (trx) => versions.chooseVersion(trx, caller, params.template_id, body)),
  );
}

function useRoutes(app: FastifyInstance): void {
  route(app, api.listUsableTemplates, async ({ query, caller }) => {
    const after = readCursor(query.cursor, usablePosition);
    const found = await app.db.asTenant(caller.organizationId, (trx) => findUsable(trx, caller, query, after));
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.is_favorite, row.uses, row.id]);
    return { items: rows.map(usableOf), next_cursor };
  });

  route(app, api.getUsableTemplate, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => readForm(trx, caller, params.template_id)),
  );

  route(app, api.fillPromptTemplate, async ({ params, body, caller }) => ({
    text: await app.db.asTenant(caller.organizationId, (trx) => fillTemplate(trx, caller, params.template_id, body)),
  }));
}

/** A template after a change of it. */
const changed = (
  app: FastifyInstance,
  caller: Caller,
  id: string,
  act: (trx: Trx) => Promise<void>,
): Promise<PromptTemplate> =>
  app.db.asTenant(caller.organizationId, async (trx) => {
    await act(trx);
    return readTemplate(trx, caller, id);
  });

/** What is behind the version in use is for who keeps the template. */
async function requireKeeper(trx: Trx, caller: Caller, id: string): Promise<void> {
  const { can } = await readTemplate(trx, caller, id);
  if (!can.edit) throw new ApiError('forbidden');
}
