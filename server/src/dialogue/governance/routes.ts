import * as api from '@parlance/shared/contract/api/governance/rules';
import type { Language } from '@parlance/shared/contract/values/language';
import { moment } from '@parlance/shared/contract/values/moment';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Trx } from '../../platform/db/database.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { languageOf } from '../../platform/http/error-texts.ts';
import { route } from '../../platform/http/route.ts';
import { findApprovals } from './approvals.ts';
import { tryOn } from './bench.ts';
import { findHits } from './hits.ts';
import { tellChange } from './rule-book.ts';
import * as rules from './rules.ts';

const versionPosition = z.tuple([z.int32()]);
/** Of a hit, and of an approval. */
const momentPosition = z.tuple([moment, z.uuid()]);

/** Rules about what is asked and answered. What they do is done where prompts and answers are. */
export async function governanceRoutes(app: FastifyInstance): Promise<void> {
  const { db } = app;
  const change = async <T>(organizationId: string, work: (trx: Trx) => Promise<T>): Promise<T> => {
    const changed = await db.asTenant(organizationId, work);
    tellChange(app, organizationId);
    return changed;
  };

  route(app, api.listRules, async ({ caller }) => ({
    items: await db.asTenant(caller.organizationId, (trx) => rules.findRules(trx, caller.organizationId)),
  }));
  route(app, api.getRule, ({ params, caller }) =>
    db.asTenant(caller.organizationId, (trx) => rules.findRule(trx, caller.organizationId, params.rule_id)),
  );
  route(app, api.createRule, ({ body, caller }) =>
    change(caller.organizationId, (trx) => rules.createRule(trx, caller, body)),
  );
  route(app, api.saveRule, ({ params, body, caller }) =>
    change(caller.organizationId, (trx) => rules.saveRule(trx, caller, params.rule_id, body)),
  );
  route(app, api.switchRule, ({ params, body, caller }) =>
    change(caller.organizationId, (trx) => rules.switchRule(trx, caller, params.rule_id, body.is_enabled)),
  );
  route(app, api.orderRules, async ({ body, caller }) => ({
    items: await change(caller.organizationId, (trx) => rules.orderRules(trx, caller, body.rule_ids)),
  }));

  route(app, api.deleteRule, async ({ params, caller }) => {
    await change(caller.organizationId, (trx) => rules.deleteRule(trx, caller, params.rule_id));
    return {};
  });

  route(app, api.listRuleVersions, ({ params, query, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      await rules.findRule(trx, caller.organizationId, params.rule_id);
      const found = await rules.findVersions(
        trx,
        params.rule_id,
        readCursor(query.cursor, versionPosition)?.[0] ?? null,
        query.limit,
      );
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ version }) => [version]);
      return { items: rows, next_cursor };
    }),
  );

  route(app, api.listHits, ({ params, query, caller, request }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      await rules.findRule(trx, caller.organizationId, params.rule_id);
      const language: Language = languageOf(request);
      const found = await findHits(trx, params.rule_id, {
        language,
        after: readCursor(query.cursor, momentPosition),
        limit: query.limit,
      });
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ created_at, id }) => [created_at, id]);
      return { items: rows, next_cursor };
    }),
  );

  route(app, api.listApprovals, ({ query, caller }) =>
    db.asTenant(caller.organizationId, async (trx) => {
      const found = await findApprovals(trx, caller, {
        after: readCursor(query.cursor, momentPosition),
        limit: query.limit,
      });
      const { rows, next_cursor } = pageOfRows(found, query.limit, ({ created_at, id }) => [created_at, id]);
      return { items: rows, next_cursor };
    }),
  );

  route(app, api.tryRule, async ({ body }) => tryOn(body.definition, body.kind, body.text));
}
