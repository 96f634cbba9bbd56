import type { OwnData } from '@parlance/shared/contract/api/own-data';
import { type Language, textIn } from '@parlance/shared/contract/values/language';
import type { Trx } from '../../platform/db/database.ts';
import type { StreamedValue } from '../../platform/http/json-stream.ts';
import { type Owner, type Place, isBehind, pagesOf, rowsAtOnce } from './own-pages.ts';

type OwnDialogue = OwnData['memberships'][number]['dialogues'][number];
type OwnMessage = OwnDialogue['messages'][number];

/** Every dialogue of a member with all of its messages, for the download of own data. */
export async function* ownDialogues(owner: Owner, language: Language): AsyncGenerator<StreamedValue<OwnDialogue>> {
  const read = (trx: Trx, end: Place | null) =>
    trx
      .selectFrom('dialogues')
      .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
      .leftJoin('folders', 'folders.id', 'dialogues.folder_id')
      .where('dialogues.member_id', '=', owner.memberId)
      .where(isBehind(end, 'dialogues.created_at', 'dialogues.id'))
      .orderBy('dialogues.created_at')
      .orderBy('dialogues.id')
      .limit(rowsAtOnce)
      .select([
        'dialogues.id',
        'title',
        'is_pinned',
        'is_archived',
        'dialogues.deleted_at',
        'dialogues.created_at',
        'bots.name as bot',
        'folders.name as folder',
      ])
      .execute();
  for await (const { id, bot, deleted_at, created_at, ...dialogue } of pagesOf(owner, read, ({ created_at, id }) => ({
    at: created_at,
    id,
  }))) {
    yield {
      ...dialogue,
      bot: textIn(bot, language),
      deleted_at: deleted_at?.toISOString() ?? null,
      created_at: created_at.toISOString(),
      messages: ownMessages(owner, id),
    };
  }
}

/** Every message of a dialogue, in every branch, in the order they were written. */
async function* ownMessages(owner: Owner, dialogueId: string): AsyncGenerator<OwnMessage> {
  const read = async (trx: Trx, end: number | null) => {
    const rows = await trx
      .selectFrom('messages')
      .leftJoin('ratings', 'ratings.message_id', 'messages.id')
      .where('messages.dialogue_id', '=', dialogueId)
      .where('messages.position', '>', end ?? -1)
      .orderBy('messages.position')
      .limit(rowsAtOnce)
      .select([
        'messages.id',
        'messages.position',
        'messages.author',
        'messages.content',
        'messages.created_at',
        'ratings.value',
        'ratings.reasons',
        'ratings.comment',
      ])
      .execute();
    const files = Map.groupBy(
      await findSent(
        trx,
        rows.map(({ id }) => id),
      ),
      ({ id }) => id,
    );
    return rows.map((row) => ({ ...row, attachments: (files.get(row.id) ?? []).map(({ name }) => name) }));
  };
  for await (const { author, content, created_at, value, reasons, comment, attachments } of pagesOf(
    owner,
    read,
    ({ position }) => position,
  )) {
    yield {
      author,
      content,
      created_at: created_at.toISOString(),
      rating: value === null ? null : { value, reasons: reasons ?? [], comment: comment ?? '' },
      attachments,
    };
  }
}

async function findSent(trx: Trx, messageIds: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (messageIds.length === 0) return [];
  return trx
    .selectFrom('message_attachments')
    .innerJoin('attachments', 'attachments.id', 'message_attachments.attachment_id')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .where('message_attachments.message_id', 'in', messageIds)
    .orderBy('message_attachments.position')
    .select(['message_attachments.message_id as id', 'files.name'])
    .execute();
}
