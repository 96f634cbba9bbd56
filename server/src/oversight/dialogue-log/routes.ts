import * as api from '@parlance/shared/contract/api/dialogue-log';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { record } from '../../platform/audit/record.ts';
import { dialogueTarget } from '../../platform/audit/targets.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { requireAnonymous } from './anonymous.ts';
import { findAppliedRules, findAskedBots, findTeams } from './choices.ts';
import { refreshEntries } from './entries.ts';
import { exportRoutes } from './export-routes.ts';
import { findLogged, loggedOf } from './list.ts';
import { readMessages, requireLogged, withFailures } from './messages.ts';
import { findShownNames, hideNames, showNames, shownNamesOf } from './names.ts';
import { addTestQuestion } from './test-question.ts';

/** The target of an action that is about no single dialogue. */
const logAsWhole = { id: null, name: '' };
const logPosition = z.tuple([moment, z.uuid()]);
/** The position of the last message of the previous page. */
const messagePosition = z.tuple([z.int32()]);

/** Registers the routes by which administrators see the organisation's dialogues. */
export async function dialogueLogRoutes(app: FastifyInstance): Promise<void> {
  logRoutes(app);
  nameRoutes(app);
  exportRoutes(app);

  route(app, api.addTestQuestion, ({ params, body, caller }) =>
    app.db.asTenant(caller.organizationId, (trx) => addTestQuestion(app, trx, caller, params.message_id, body)),
  );
}

function logRoutes(app: FastifyInstance): void {
  route(app, api.listDialogueLog, ({ query: { cursor, limit, ...filter }, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const hasNames = (await findShownNames(trx, caller)) !== null;
      await refreshEntries(trx);
      if (!hasNames) await requireAnonymous(trx, caller.organizationId, filter);
      const found = await findLogged(trx, {
        organizationId: caller.organizationId,
        filter,
        after: readCursor(cursor, logPosition),
        limit,
      });
      const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.asked_at.toISOString(), row.dialogue_id]);
      return { items: rows.map((row) => loggedOf(row, { language: caller.language, hasNames })), next_cursor };
    }),
  );

  route(app, api.getDialogueLogChoices, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const hasNames = (await findShownNames(trx, caller)) !== null;
      await refreshEntries(trx);
      return {
        bots: await findAskedBots(trx, caller, hasNames),
        teams: await findTeams(trx, caller, hasNames),
        rules: await findAppliedRules(trx, caller, hasNames),
      };
    }),
  );

  route(app, api.getLoggedDialogue, ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const row = await requireLogged(trx, params.dialogue_id);
      await record(trx, { action: 'dialogue.looked_into', target: await dialogueTarget(trx, row.dialogue_id) });
      return loggedOf(row, { language: caller.language, hasNames: (await findShownNames(trx, caller)) !== null });
    }),
  );

  route(app, api.listLoggedMessages, ({ params, query, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      await requireLogged(trx, params.dialogue_id);
      const after = readCursor(query.cursor, messagePosition)?.[0] ?? 0;
      const found = await readMessages(trx, params.dialogue_id, { after, limit: query.limit + 1 }, app.runs.liveOf);
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ position }) => [position]);
      return {
        items: await withFailures(
          trx,
          rows.map(({ message }) => message),
        ),
        next_cursor,
      };
    }),
  );
}

function nameRoutes(app: FastifyInstance): void {
  route(app, api.getShownNames, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => shownNamesOf(await findShownNames(trx, caller))),
  );

  route(app, api.showNames, ({ body, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const shown = await showNames(trx, caller, body.reason);
      await record(trx, { action: 'dialogue_log.names_shown', target: logAsWhole, after: { reason: body.reason } });
      return shown;
    }),
  );

  route(app, api.hideNames, ({ caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      if (await hideNames(trx, caller)) await record(trx, { action: 'dialogue_log.names_hidden', target: logAsWhole });
      return shownNamesOf(null);
    }),
  );
}
