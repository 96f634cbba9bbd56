import type { Language } from '@parlance/shared/contract/language';
import type { LanguageModel, Question, Turn } from '../../models/language-model.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { searchPassages } from '../files/passage-search.ts';

/** What of a dialogue a model gets to see: enough to follow it, little enough for every model. */
const turnsAtMost = 20;
const turnsMaxLength = 60_000;

type Asked = { dialogueId: string; promptId: string; language: Language };

/** Everything a model needs to answer a prompt. */
export async function readQuestion(trx: Trx, model: LanguageModel, { dialogueId, promptId, language }: Asked): Promise<Omit<Question, 'signal'>> {
  const { bot_id, instructions, position, content } = await trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('messages.id', '=', promptId)
    .select(['bots.id as bot_id', 'bots.instructions', 'messages.position', 'messages.content'])
    .executeTakeFirstOrThrow();
  const before = await turnsBefore(trx, dialogueId, position, turnsMaxLength - content.length);
  const files = await trx
    .selectFrom('bot_files')
    .innerJoin('files', 'files.id', 'bot_files.file_id')
    .where('bot_files.bot_id', '=', bot_id)
    .select('files.name')
    .orderBy('files.name')
    .execute();
  return {
    instructions,
    language,
    turns: [...before, { author: 'member', content }],
    sources: await searchPassages(trx, { botId: bot_id, language, question: searchText(model, before, content) }),
    fileNames: files.map(({ name }) => name),
  };
}

/**
 * A language model can tell what of the prompt before still matters (“and for part-time?”). The one that quotes
 * cannot: it would answer the earlier question again.
 */
function searchText(model: LanguageModel, before: readonly Turn[], prompt: string): string {
  const earlier = model.kind === 'embedded' ? undefined : before.findLast(({ author }) => author === 'member');
  return earlier === undefined ? prompt : `${prompt}\n${earlier.content}`;
}

async function turnsBefore(trx: Trx, dialogueId: string, position: number, room: number): Promise<Turn[]> {
  const rows = await trx
    .selectFrom('messages')
    .where('dialogue_id', '=', dialogueId)
    .where('position', '<', position)
    .where('content', '<>', '')
    .select(['author', 'content'])
    .orderBy('position', 'desc')
    .limit(turnsAtMost)
    .execute();
  const turns: Turn[] = [];
  let left = room;
  for (const turn of rows) {
    left -= turn.content.length;
    if (left < 0) break;
    turns.unshift(turn);
  }
  return turns;
}
