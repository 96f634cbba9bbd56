import { getBot } from '@parlance/shared/contract/api/bots';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { call } from '@parlance/shared/http';
import { useLoaded, type Loaded } from '@parlance/shared/loading';

/** One bot with all that a person may know of it. */
export function useBot(botId: string): Loaded<Bot> & { readonly retry: () => void } {
  return useLoaded(`bot ${botId}`, () => call(getBot, { params: { bot_id: botId } }));
}
