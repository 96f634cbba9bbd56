import { getBot, listBots, setFavorite } from '@parlance/shared/contract/api/bots';
import { fallbackLanguage, textIn } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { findColleague } from '../../people/members/colleagues.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { pageOfRows, readCursor } from '../../platform/http/cursor.ts';
import { route } from '../../platform/http/route.ts';
import { findBotFiles, findBots, findWholeBot, galleryBotOf, isUsable, keepFavorite } from './repository.ts';

const position = z.tuple([z.string(), z.uuid()]);

/**
 * A published bot is for the whole organisation, for single people and teams of it or for its owner; nobody else learns
 * that it exists.
 */
export async function botRoutes(app: FastifyInstance): Promise<void> {
  route(app, listBots, async ({ query, caller }) => {
    const after = readCursor(query.cursor, position);
    const { organizationId, language } = caller;
    const found = await app.db.asTenant(organizationId, (trx) =>
      findBots(trx, caller, app.models, { language, after, limit: query.limit }),
    );
    const { rows, next_cursor } = pageOfRows(found, query.limit, (row) => [row.sort_name, row.id]);
    return { items: rows.map((row) => galleryBotOf(row, language)), next_cursor };
  });

  route(app, getBot, async ({ params, caller }) =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const bot = await findWholeBot(trx, caller, app.models, params.bot_id);
      if (bot === undefined) throw new ApiError('not_found');
      const { last_used_at: _used, has_files: _files, ...shown } = galleryBotOf(bot, caller.language);
      const { kind, name, sees_images, context_length } = app.models.of(bot.model_id).model;
      return {
        ...shown,
        greeting: textIn(bot.greeting, caller.language),
        starters: bot.starters[caller.language] ?? bot.starters[fallbackLanguage] ?? [],
        answers_with: { kind, name, sees_images, context_length },
        responsible: bot.responsible_id === null ? null : await findColleague(trx, bot.responsible_id),
        files: await findBotFiles(trx, bot.id),
      };
    }),
  );

  route(app, setFavorite, async ({ params, body, caller }) => {
    const { organizationId, memberId } = caller;
    await app.db.asTenant(organizationId, async (trx) => {
      if (!(await isUsable(trx, caller, app.models, params.bot_id))) throw new ApiError('not_found');
      await keepFavorite(trx, { organizationId, memberId, botId: params.bot_id, isFavorite: body.is_favorite });
    });
    return { is_favorite: body.is_favorite };
  });
}
