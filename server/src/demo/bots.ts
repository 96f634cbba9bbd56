import { readFileSync } from 'node:fs';
import { type LocalizedText, languages } from '@parlance/shared/contract/language';
import { insertBot } from '../modules/bots/repository.ts';
import type { LocalizedList } from '../modules/bots/tables.ts';
import { insertFile } from '../modules/files/repository.ts';
import type { Trx } from '../plugins/db/database.ts';
import type { DemoOrganizations } from './organizations.ts';

const folder = new URL('../../demo-files/', import.meta.url);

type DemoBot = {
  /** The folder with its files, one a language; null is a bot that knows nothing. */
  files: string | null;
  avatar: string;
  instructions: string;
  name: LocalizedText;
  description: LocalizedText;
  greeting: LocalizedText;
  starters: LocalizedList;
};

const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');

/** Gives each demonstration organisation its bots with the files behind them. */
export async function seedDemoBots(trx: Trx, organizations: DemoOrganizations): Promise<void> {
  const bots = JSON.parse(read('bots.json')) as DemoBot[]; // our own file; a test asks every bot its starters
  for (const organizationId of Object.values(organizations)) {
    for (const { files, ...bot } of bots) {
      const fileIds = files === null ? [] : await seedFiles(trx, organizationId, files);
      await insertBot(trx, { ...bot, organizationId, fileIds });
    }
  }
}

async function seedFiles(trx: Trx, organizationId: string, name: string): Promise<string[]> {
  const ids: string[] = [];
  for (const language of languages) {
    const content = read(`${name}/${language}.md`);
    const title = /^# (.+)$/m.exec(content)?.[1] ?? `${name}.${language}`;
    ids.push(await insertFile(trx, { organizationId, name: `${title}.md`, mediaType: 'text/markdown', language, content }));
  }
  return ids;
}
