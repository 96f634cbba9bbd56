import { fallbackLanguage, textIn } from '@parlance/shared/contract/values/language';
import type { Trx } from '../db/database.ts';
import { readDialogueMask } from './masked-dialogues.ts';
import type { Target } from './record.ts';

/** Agents as the log names them, deleted ones too, in the order of their ids. */
export async function agentTargets(trx: Trx, ids: readonly string[]): Promise<Target[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom('bots').where('id', 'in', ids).orderBy('id').select(['id', 'name']).execute();
  return rows.map(({ id, name }) => ({ kind: 'agent', id, name: textIn(name, fallbackLanguage) }));
}

export const agentTarget = async (trx: Trx, id: string): Promise<Target> =>
  (await agentTargets(trx, [id]))[0] ?? { kind: 'agent', id, name: '' };

/** Prompt templates by the title of their newest version, deleted ones too, in the order of their ids. */
export async function templateTargets(trx: Trx, ids: readonly string[]): Promise<Target[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('prompt_templates')
    .innerJoin('prompt_template_versions', (join) =>
      join.onRef('template_id', '=', 'prompt_templates.id').onRef('number', '=', 'newest_version'),
    )
    .where('prompt_templates.id', 'in', ids)
    .orderBy('prompt_templates.id')
    .select(['prompt_templates.id', 'definition'])
    .execute();
  return rows.map(({ id, definition }) => ({
    kind: 'prompt_template',
    id,
    name: textIn(definition.title, fallbackLanguage),
  }));
}

export const templateTarget = async (trx: Trx, id: string): Promise<Target> =>
  (await templateTargets(trx, [id]))[0] ?? { kind: 'prompt_template', id, name: '' };

export async function sourceTarget(trx: Trx, id: string): Promise<Target> {
  const row = await trx.selectFrom('knowledge_sources').where('id', '=', id).select('name').executeTakeFirst();
  return { kind: 'knowledge_source', id, name: row?.name ?? '' };
}

/** A dialogue by the bot it is with: its title is made of what somebody wrote. */
export async function dialogueTarget(trx: Trx, id: string): Promise<Target> {
  const row = await trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('dialogues.id', '=', id)
    .select('bots.name')
    .executeTakeFirst();
  return { kind: 'dialogue', id, name: row === undefined ? '' : textIn(row.name, fallbackLanguage) };
}

/** A dialogue of the caller's own, or one that was shared with them, under the name that the audit log has for it. */
export async function ownDialogueTarget(trx: Trx, id: string): Promise<Target> {
  const { organization_id: organizationId } = await trx
    .selectFrom('dialogues')
    .where('id', '=', id)
    .select('organization_id')
    .executeTakeFirstOrThrow();
  const [target, { mask }] = [await dialogueTarget(trx, id), await readDialogueMask(trx, organizationId)];
  return { ...target, id: mask(id) };
}

export async function teamTarget(trx: Trx, id: string): Promise<Target> {
  const row = await trx.selectFrom('teams').where('id', '=', id).select('name').executeTakeFirst();
  return { kind: 'team', id, name: row?.name ?? '' };
}

export async function memberEmail(trx: Trx, memberId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.id', '=', memberId)
    .select('email')
    .executeTakeFirst();
  return row?.email ?? null;
}
