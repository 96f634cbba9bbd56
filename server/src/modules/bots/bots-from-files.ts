import { readFileSync } from 'node:fs';
import { type LocalizedText, languages } from '@parlance/shared/contract/language';
import type { Trx } from '../../plugins/db/database.ts';
import { insertFile } from '../files/repository.ts';
import { insertBot } from './repository.ts';
import type { LocalizedList } from './tables.ts';

type WrittenBot = {
  /** The folder with its files, one a language; null is a bot that knows nothing. */
  files: string | null;
  avatar: string;
  instructions: string;
  name: LocalizedText;
  description: LocalizedText;
  greeting: LocalizedText;
  starters: LocalizedList;
};

/** Gives an organisation the bots of a `bots.json` of ours, with the files that lie beside it. */
export async function insertBotsFrom(trx: Trx, organizationId: string, folder: URL): Promise<void> {
  const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
  const bots = JSON.parse(read('bots.json')) as WrittenBot[]; // our own file; a test asks every bot its starters
  for (const { files, ...bot } of bots) {
    const fileIds: string[] = [];
    for (const language of files === null ? [] : languages) {
      const content = read(`${files}/${language}.md`);
      const title = /^# (.+)$/m.exec(content)?.[1] ?? `${files}.${language}`;
      fileIds.push(await insertFile(trx, { organizationId, name: `${title}.md`, mediaType: 'text/markdown', language, content }));
    }
    await insertBot(trx, { ...bot, organizationId, fileIds });
  }
}
