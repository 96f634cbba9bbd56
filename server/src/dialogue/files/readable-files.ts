import { sql } from 'kysely';
import { mayBeUsedBy } from '../../library/bots/visibility.ts';
import { type Who, isReadableBy } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import { isInReadableShare } from '../messages/readable-shares.ts';

/**
 * Finds a file that the caller may read: behind a bot they may use, in a source of knowledge they may read, attached to
 * a dialogue of their own or shared with them, or uploaded by themselves and not yet sent. For everyone else it does
 * not exist.
 */
export function findReadableFile(trx: Trx, who: Who, id: string) {
  const { organizationId, memberId } = who;
  const isBehindBot = sql<boolean>`exists (
    select from bot_files join bots on bots.id = bot_files.bot_id
    where bot_files.file_id = files.id and bots.organization_id = ${organizationId} and ${mayBeUsedBy(who)})`;
  const isInKnowledge = sql<boolean>`exists (
    select from knowledge_sources as source left join knowledge_sources as folder on folder.id = source.folder_id
    where source.file_id = files.id and ${isReadableBy(who)})`;
  const isUnsent = sql<boolean>`exists (
    select from attachments
    where attachments.file_id = files.id and attachments.member_id = ${memberId}
      and not exists (select from message_attachments where message_attachments.attachment_id = attachments.id))`;
  const isInOwnDialogue = sql<boolean>`exists (
    select from attachments
    join message_attachments on message_attachments.attachment_id = attachments.id
    join messages on messages.id = message_attachments.message_id
    join dialogues on dialogues.id = messages.dialogue_id
    where attachments.file_id = files.id and dialogues.member_id = ${memberId} and dialogues.deleted_at is null)`;
  const isInShare = sql<boolean>`exists (
    select from attachments
    join message_attachments on message_attachments.attachment_id = attachments.id
    where attachments.file_id = files.id and ${isInReadableShare(memberId, sql`message_attachments.message_id`)})`;
  return trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .where((is) => is.or([isBehindBot, isInKnowledge, isUnsent, isInOwnDialogue, isInShare]))
    .select(['id', 'name', 'media_type', 'size', 'storage_key', 'content'])
    .select(sql<number>`(select count(*)::integer from passages where passages.file_id = files.id)`.as('passages'))
    .executeTakeFirst();
}
