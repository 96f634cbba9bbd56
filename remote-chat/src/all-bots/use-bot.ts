import { getBot } from '@parlance/shared/contract/api/bots';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { useEndpoint, type Loaded } from '@parlance/shared/loading';

/** Loads one bot with its details. */
export function useBot(botId: string): Loaded<Bot> & { readonly retry: () => void } {
  return useEndpoint(getBot, { params: { bot_id: botId } });
}
