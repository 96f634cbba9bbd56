import { getDialogue, listDialogues, listMessages, sendPrompt, startDialogue } from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../plugins/api-error.ts';
import { pageOfRows, readCursor } from '../../plugins/cursor.ts';
import { route } from '../../plugins/route.ts';
import { ask } from './ask.ts';
import { dialogueSummary, findMessages, findOwnDialogue, findOwnDialogues, messageOf } from './repository.ts';

const dialoguePosition = z.tuple([z.iso.datetime(), z.uuid()]);
const highestPosition = 2_147_483_647;
const messagePosition = z.tuple([z.int().check(z.gte(1), z.lte(highestPosition))]);

export async function dialogueRoutes(app: FastifyInstance): Promise<void> {
  route(app, listDialogues, async ({ query, caller }) => {
    const after = readCursor(query.cursor, dialoguePosition);
    const wanted = { botId: query.bot_id, after, limit: query.limit };
    const found = await app.db.asTenant(caller.organizationId, (trx) => findOwnDialogues(trx, caller.memberId, wanted));
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.updated_at.toISOString(), row.id]);
    return { items: rows.map((row) => dialogueSummary(row, caller.language)), next_cursor };
  });

  route(app, startDialogue, ({ body, caller }) => ask(app, caller, { botId: body.bot_id }, body));

  route(app, getDialogue, async ({ params, caller }) => {
    const found = await app.db.asTenant(caller.organizationId, (trx) => findOwnDialogue(trx, caller.memberId, params.dialogue_id));
    if (found === undefined) throw new ApiError('not_found');
    return dialogueSummary(found, caller.language);
  });

  route(app, listMessages, async ({ params, query, caller }) => {
    const before = readCursor(query.cursor, messagePosition)?.[0] ?? null;
    const found = await app.db.asTenant(caller.organizationId, async (trx) => {
      if ((await findOwnDialogue(trx, caller.memberId, params.dialogue_id)) === undefined) throw new ApiError('not_found');
      return findMessages(trx, params.dialogue_id, before, query.limit);
    });
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.position]);
    return { items: rows.map((row) => messageOf(row, app.runs.textOf)), next_cursor };
  });

  route(app, sendPrompt, ({ params, body, caller }) => ask(app, caller, { dialogueId: params.dialogue_id }, body));
}
