import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import type { Language } from '@parlance/shared/contract/values/language';
import { type Updateable, sql } from 'kysely';
import { summaryOf } from '../../library/bots/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';

const isAnswering = sql<boolean>`exists (select 1 from runs where runs.dialogue_id = dialogues.id and runs.status in ('queued', 'running'))`;

/**
 * A dialogue belongs to its member: to everyone else, in the same organisation too, it does not exist, and a deleted
 * one to nobody. One in which an agent is tried is in no list.
 */
export const ownDialogues = (trx: Trx, memberId: string) =>
  trx
    .selectFrom('dialogues')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .where('dialogues.member_id', '=', memberId)
    .where('dialogues.kind', '=', 'member')
    .where('dialogues.deleted_at', 'is', null)
    .select([
      'dialogues.id',
      'dialogues.title',
      'dialogues.folder_id',
      'dialogues.is_pinned',
      'dialogues.is_archived',
      'dialogues.created_at',
      'dialogues.updated_at',
    ])
    .select(['bots.id as bot_id', 'bots.name', 'bots.description', 'bots.avatar', isAnswering.as('is_answering')]);

type Row = Awaited<ReturnType<ReturnType<typeof ownDialogues>['executeTakeFirstOrThrow']>>;

export function dialogueSummary(
  { bot_id, name, description, avatar, ...dialogue }: Row,
  language: Language,
): DialogueSummary {
  return {
    id: dialogue.id,
    title: dialogue.title,
    bot: summaryOf({ id: bot_id, name, description, avatar }, language),
    folder_id: dialogue.folder_id,
    is_pinned: dialogue.is_pinned,
    is_archived: dialogue.is_archived,
    is_answering: dialogue.is_answering,
    created_at: dialogue.created_at.toISOString(),
    updated_at: dialogue.updated_at.toISOString(),
  };
}

/** Where a page begins: after the dialogue that was pinned or not, and last changed then, with this id. */
export type DialoguePosition = readonly [isPinned: boolean, updatedAt: string, id: string];
type Query = {
  botId: string | undefined;
  /** `none` is in no folder. */
  folderId: string | undefined;
  isArchived: boolean;
  after: DialoguePosition | null;
  limit: number;
};

/** The member's dialogues, the pinned first, then the last changed, one more than `limit` where there are more. */
export function findOwnDialogues(trx: Trx, memberId: string, { botId, folderId, isArchived, after, limit }: Query) {
  let query = ownDialogues(trx, memberId)
    .where('dialogues.is_listed', '=', true)
    .where('dialogues.is_archived', '=', isArchived);
  if (botId !== undefined) query = query.where('dialogues.bot_id', '=', botId);
  if (folderId === 'none') query = query.where('dialogues.folder_id', 'is', null);
  else if (folderId !== undefined) query = query.where('dialogues.folder_id', '=', folderId);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(dialogues.is_pinned, dialogues.updated_at, dialogues.id) < (${after[0]}::boolean, ${after[1]}::timestamptz, ${after[2]}::uuid)`,
    );
  }
  return query
    .orderBy('dialogues.is_pinned', 'desc')
    .orderBy('dialogues.updated_at', 'desc')
    .orderBy('dialogues.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findOwnDialogue(trx: Trx, memberId: string, id: string) {
  return ownDialogues(trx, memberId).where('dialogues.id', '=', id).executeTakeFirst();
}

/** The last message of the branch that is read. */
export function findLeaf(trx: Trx, memberId: string, id: string) {
  return trx
    .selectFrom('dialogues')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select('leaf_id')
    .executeTakeFirst();
}

/** The same, held until the transaction ends: one prompt at a time comes into a dialogue. */
export function lockOwnDialogue(trx: Trx, memberId: string, id: string, kind: 'member' | 'test' = 'member') {
  return trx
    .selectFrom('dialogues')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .select(['id', 'bot_id', 'leaf_id', 'is_listed'])
    .forUpdate()
    .executeTakeFirst();
}

type NewDialogue = { organizationId: string; memberId: string; botId: string; title: string; kind?: 'member' | 'test' };

export async function insertDialogue(
  trx: Trx,
  { organizationId, memberId, botId, title, kind = 'member' }: NewDialogue,
): Promise<string> {
  const { id } = await trx
    .insertInto('dialogues')
    .values({ organization_id: organizationId, member_id: memberId, bot_id: botId, title, kind })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Nothing to change changes nothing. */
export async function updateDialogue(trx: Trx, id: string, changes: Updateable<Tables['dialogues']>): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await trx.updateTable('dialogues').set(changes).where('id', '=', id).execute();
}
