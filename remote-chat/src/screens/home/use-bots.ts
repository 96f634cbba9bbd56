import { listBots } from '@parlance/shared/contract/api/bots';
import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { call } from '@parlance/shared/http';
import { usePages, type Pages } from '@parlance/shared/loading';

/** The bots one may use, by name. */
export function useBots(): Pages<BotSummary> {
  return usePages('bots', (cursor) => call(listBots, { query: cursor === undefined ? {} : { cursor } }));
}
