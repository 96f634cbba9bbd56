import { getBot } from '@parlance/shared/contract/api/bots';
import type { Bot } from '@parlance/shared/contract/api/bots';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { useLoaded, type Loaded } from '@parlance/shared/loading';
import { useNavigate } from '@parlance/shared/router';
import type { Attempt } from '../../composer/attempt.ts';
import { keepStarted } from '../../started/started-dialogue.ts';

export function useBot(botId: string): Loaded<Bot> & { readonly retry: () => void } {
  return useLoaded(`bot ${botId}`, () => call(getBot, { params: { bot_id: botId } }));
}

/** Starts a dialogue with its first prompt and goes there. */
export function useStart(bot: Bot): (attempt: Attempt) => Promise<void> {
  const navigate = useNavigate();
  return async ({ text, key }) => {
    const turn = await call(startDialogue, { body: { bot_id: bot.id, prompt: text, idempotency_key: key } });
    keepStarted({ turn, bot });
    await navigate(`/dialogue/${turn.dialogue_id}`);
  };
}
