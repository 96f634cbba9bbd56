import * as api from '@parlance/shared/contract/api/replays';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findRule } from '../../dialogue/governance/rules.ts';
import { record } from '../../platform/audit/record.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findAskedBots, findTeams } from '../dialogue-log/choices.ts';
import { refreshEntries } from '../dialogue-log/entries.ts';
import { findShownNames } from '../dialogue-log/names.ts';
import {
  deleteReplay,
  findReplays,
  replayOf,
  requestReplay,
  requireReplay,
  requireUnnamed,
  triedIn,
} from './replays.ts';
import { resultOf } from './result.ts';

const replayPosition = z.tuple([moment, z.uuid()]);

/** Rules that are tried on past dialogues, in the background. */
export async function replayRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;

  route(app, api.startReplay, ({ body, caller }) =>
    db.asTenant(caller.organizationId, (trx) => requestReplay(trx, caller, body)),
  );

  route(app, api.listReplays, ({ query: { rule_id: ruleId, cursor, limit }, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      if (ruleId !== undefined) await findRule(trx, caller.organizationId, ruleId);
      const found = await findReplays(trx, caller.organizationId, {
        ruleId,
        after: readCursor(cursor, replayPosition),
        limit,
      });
      const { rows, next_cursor } = pageOfRows(found, limit, (row) => [row.created_at.toISOString(), row.id]);
      return { items: rows.map(replayOf), next_cursor };
    }),
  );

  route(app, api.getReplayResult, ({ params, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      const row = await requireReplay(trx, caller, params.replay_id);
      await requireUnnamed(trx, caller, { ...row, definition: triedIn(row).definition });
      await record(trx, {
        action: 'rule.replay_looked_into',
        target: { id: row.rule_id, name: triedIn(row).definition.name },
      });
      return resultOf(trx, caller, row);
    }),
  );

  route(app, api.deleteReplay, ({ params, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      await deleteReplay(trx, caller, params.replay_id);
      return {};
    }),
  );

  route(app, api.getReplayChoices, ({ caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      const hasNames = (await findShownNames(trx, caller)) !== null;
      await refreshEntries(trx);
      return { bots: await findAskedBots(trx, caller, hasNames), teams: await findTeams(trx, caller, hasNames) };
    }),
  );
}
