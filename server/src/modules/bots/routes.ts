import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { fallbackLanguage, textIn } from '@parlance/shared/contract/language';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { ApiError } from '../../plugins/api-error.ts';
import { pageOfRows, readCursor } from '../../plugins/cursor.ts';
import { route } from '../../plugins/route.ts';
import { findBot, findBotFiles, findBots, summaryOf } from './repository.ts';

const position = z.tuple([z.string(), z.uuid()]);

/** A bot belongs to its organisation: every member of it may use it, and nobody else learns that it exists. */
export async function botRoutes(app: FastifyInstance): Promise<void> {
  route(app, listBots, async ({ query, caller }) => {
    const after = readCursor(query.cursor, position);
    const { organizationId, language } = caller;
    const found = await app.db.asTenant(organizationId, (trx) => findBots(trx, { organizationId, language, after, limit: query.limit }));
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.sort_name, row.id]);
    return { items: rows.map((row) => summaryOf(row, language)), next_cursor };
  });

  route(app, getBot, async ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const bot = await findBot(trx, caller.organizationId, params.bot_id);
      if (bot === undefined) throw new ApiError('not_found');
      return {
        ...summaryOf(bot, caller.language),
        greeting: textIn(bot.greeting, caller.language),
        starters: bot.starters[caller.language] ?? bot.starters[fallbackLanguage] ?? [],
        answers_with: { kind: app.model.kind, name: app.model.name },
        files: await findBotFiles(trx, bot.id),
      };
    }),
  );
}
