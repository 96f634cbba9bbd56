import type { BotSummary } from '@parlance/shared/contract/api/bots';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { useNavigate } from '@parlance/shared/router';
import { ask } from '@parlance/shared/ui/answer/ask';
import type { Attempt } from '../composer/attempt.ts';
import { tellDialoguesChanged } from '../past-dialogues/dialogue-news.ts';
import { keepStarted } from './started-dialogue.ts';

/** Starts a dialogue with its first prompt and goes there. Resolves once the server has it. */
export function useStart(): (bot: BotSummary, attempt: Attempt) => Promise<void> {
  const navigate = useNavigate();
  return async (bot, { text, key, attachmentIds, acceptsWarning }) => {
    const begun = await ask(startDialogue, {
      body: {
        bot_id: bot.id,
        prompt: text,
        idempotency_key: key,
        attachment_ids: [...attachmentIds],
        accepts_warning: acceptsWarning,
      },
    });
    keepStarted({ ...begun, bot });
    tellDialoguesChanged();
    await navigate(`/dialogue/${begun.turn.dialogue_id}`);
  };
}
