import { readFileSync } from 'node:fs';
import { promptTemplateFileVersion } from '@parlance/shared/contract/agents/prompt-template';
import { promptTemplateFile } from '@parlance/shared/contract/api/prompt-templates/prompt-templates';
import * as z from 'zod/mini';
import { insertTemplate } from '../dialogue/prompt-templates/creation.ts';
import type { Trx } from '../platform/db/database.ts';
import type { DemoOrganizations } from './organizations.ts';

const file = new URL('../../demo-files/prompt-templates.json', import.meta.url);

/** Templates in nine languages whose forms have every kind of field but a file. */
export function readDemoTemplates() {
  const written = JSON.parse(readFileSync(file, 'utf8')) as object[]; // our own file; a test fills each of them in
  return written.map((template) =>
    z.parse(promptTemplateFile, { kind: 'parlance.prompt-template', version: promptTemplateFileVersion, ...template }),
  );
}

/** Gives the Pro organisation prompt templates that every member may use. */
export async function seedDemoTemplates(trx: Trx, { pro }: DemoOrganizations): Promise<void> {
  const { id: memberId } = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', pro)
    .where('is_owner', '=', true)
    .select('id')
    .executeTakeFirstOrThrow();
  for (const template of readDemoTemplates()) {
    const id = await insertTemplate(trx, { organizationId: pro, memberId }, { ...template, message: '' });
    await trx.updateTable('prompt_templates').set({ scope: 'organization' }).where('id', '=', id).execute();
  }
}
