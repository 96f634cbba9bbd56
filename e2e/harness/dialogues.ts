import { listBots } from '@parlance/shared/contract/api/bots';
import { type Message, type Turn, listMessages, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { callAs } from './call-as.ts';
import { type Stage, until } from './journey.ts';
import { botWithFiles } from './screens.ts';
import type { Visitor } from './visitor.ts';

/** The id of the bot with files, as its visitor sees it. */
export async function botOf(stage: Stage, visitor: Visitor): Promise<string> {
  const { items } = await callAs<{ items: { id: string; name: string }[] }>(stage, visitor, listBots);
  return items.find(({ name }) => name === botWithFiles)?.id ?? '';
}

/**
 * The path of a dialogue with the bot with files that the visitor has begun and whose first answer has ended: over the
 * API, where asking is not what the test is about.
 */
export async function beginDialogue(stage: Stage, visitor: Visitor, prompt: string): Promise<string> {
  const { dialogue_id } = await callAs<Turn>(stage, visitor, startDialogue, {
    data: { bot_id: await botOf(stage, visitor), prompt, idempotency_key: crypto.randomUUID() },
  });
  await until(
    async () => {
      const { items } = await callAs<{ items: Message[] }>(stage, visitor, listMessages, { params: { dialogue_id } });
      return items.map(({ run }) => run?.status ?? 'none');
    },
    (statuses) => statuses.includes('complete'),
  );
  return `/dialogue/${dialogue_id}`;
}
