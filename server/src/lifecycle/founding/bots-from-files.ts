import { readFileSync } from 'node:fs';
import { agentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { BotCategory } from '@parlance/shared/contract/api/bots';
import { type LocalizedText, languages } from '@parlance/shared/contract/values/language';
import * as z from 'zod/mini';
import type { LocalizedList } from '../../library/bots/tables.ts';
import { insertFile } from '../../library/files/repository.ts';
import { addFolderOfFiles } from '../../library/knowledge/add.ts';
import type { Trx } from '../../platform/db/database.ts';
import { insertPublished } from '../../studio/agents/insert-agent.ts';

type WrittenBot = {
  /** The folder with its files, one a language; null is a bot that knows nothing. */
  files: string | null;
  category: BotCategory;
  avatar: string;
  instructions: string;
  name: LocalizedText;
  description: LocalizedText;
  greeting: LocalizedText;
  starters: LocalizedList;
};

/**
 * Gives an organisation the bots of a `bots.json` of ours, with the files that lie beside it. `responsible` is the
 * member who answers for one, and owns it.
 */
export async function insertBotsFrom(
  trx: Trx,
  organizationId: string,
  folder: URL,
  responsible: (category: BotCategory) => string,
): Promise<void> {
  const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
  const bots = JSON.parse(read('bots.json')) as WrittenBot[]; // our own file; a test asks every bot its starters
  for (const { files, ...bot } of bots) {
    const fileIds: string[] = [];
    for (const language of files === null ? [] : languages) {
      const content = read(`${files}/${language}.md`);
      const title = /^# (.+)$/m.exec(content)?.[1] ?? `${files}.${language}`;
      fileIds.push(
        await insertFile(trx, { organizationId, name: `${title}.md`, mediaType: 'text/markdown', language, content }),
      );
    }
    const ownerId = responsible(bot.category);
    const knowledgeIds =
      fileIds.length === 0
        ? []
        : [await addFolderOfFiles(trx, { organizationId, ownerId, name: bot.name.en ?? '', fileIds })];
    const definition = z.parse(agentDefinition, { ...bot, responsible_id: ownerId, knowledge_ids: knowledgeIds });
    await insertPublished(trx, { organizationId, ownerId, definition, fileIds, isGiven: true });
  }
}
