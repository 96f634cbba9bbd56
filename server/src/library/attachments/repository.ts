import type { Attachment } from '@parlance/shared/contract/api/attachments';
import { sql } from 'kysely';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Page, onePage } from '../../platform/upkeep/due.ts';
import { unreadPagesOfFile } from '../files/unread-pages.ts';
import { recognitionOfFile } from '../recognition/recognized-pages.ts';

type Who = Pick<Caller, 'organizationId' | 'memberId'>;

const withFiles = (trx: Trx) =>
  trx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .select([
      'attachments.id',
      'attachments.file_id',
      'attachments.kind',
      'files.name',
      'files.media_type',
      'files.size',
      'files.state',
      'files.error_code',
    ])
    .select([unreadPagesOfFile.as('unread_pages'), recognitionOfFile.as('recognition')]);

const isUnsent = sql<boolean>`not exists (select from message_attachments where message_attachments.attachment_id = attachments.id)`;

/** Returns an attachment the member has uploaded. */
export function findOwnAttachment(trx: Trx, { memberId }: Who, id: string): Promise<Attachment | undefined> {
  return withFiles(trx)
    .where('attachments.id', '=', id)
    .where('attachments.member_id', '=', memberId)
    .executeTakeFirst();
}

/** Returns those of these attachments that the member has uploaded, and whether a prompt has them. */
export async function findOwnAttachments(
  trx: Trx,
  { memberId }: Who,
  ids: readonly string[],
): Promise<(Attachment & { is_sent: boolean })[]> {
  return withFiles(trx)
    .select(sql<boolean>`not ${isUnsent}`.as('is_sent'))
    .where('attachments.id', 'in', ids)
    .where('attachments.member_id', '=', memberId)
    .execute();
}

export async function insertAttachment(
  trx: Trx,
  { organizationId, memberId }: Who,
  { fileId, kind }: { fileId: string; kind: Attachment['kind'] },
): Promise<string> {
  const row = { organization_id: organizationId, member_id: memberId, file_id: fileId, kind };
  const { id } = await trx.insertInto('attachments').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Deletes an own attachment, with its file. Throws not_found, and conflict if a prompt has it. */
export async function deleteOwnAttachment(trx: Trx, { memberId }: Who, id: string): Promise<void> {
  const found = await trx
    .selectFrom('attachments')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .select('file_id')
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  const sent = await trx
    .selectFrom('message_attachments')
    .where('attachment_id', '=', id)
    .select('message_id')
    .limit(1)
    .executeTakeFirst();
  if (sent !== undefined) throw new ApiError('conflict');
  await trx.deleteFrom('files').where('id', '=', found.file_id).execute();
}

type Attaching = {
  dialogueId: string;
  promptId: string;
  attachmentIds: readonly string[];
  /** True if the bot's model accepts images. */
  seesImages: boolean;
};

/**
 * Attaches files to a new prompt, in order. Each must be an unsent upload of the caller, or one of this dialogue, as
 * when a prompt is edited; anything else is not_found. Throws attachment_not_ready for one that is still being read or
 * could not be, images_unsupported for an image the model would not see. Call it with the dialogue locked and known to
 * be the caller's own.
 */
export async function attachToPrompt(
  trx: Trx,
  { organizationId, memberId }: Who,
  { dialogueId, promptId, attachmentIds, seesImages }: Attaching,
): Promise<void> {
  const ids = [...new Set(attachmentIds)];
  if (ids.length === 0) return;
  const isOfDialogue = sql<boolean>`exists (
    select from message_attachments join messages on messages.id = message_attachments.message_id
    where message_attachments.attachment_id = attachments.id and messages.dialogue_id = ${dialogueId})`;
  const found = await withFiles(trx)
    .where('attachments.id', 'in', ids)
    .where((is) => is.or([is.and([is('attachments.member_id', '=', memberId), isUnsent]), isOfDialogue]))
    // Locks the rows, so that none is swept or sent elsewhere before this transaction ends; in one order, to avoid
    // deadlocks.
    .orderBy('attachments.id')
    .forUpdate('attachments')
    .execute();
  if (found.length < ids.length) throw new ApiError('not_found');
  if (found.some(({ state }) => state !== 'ready')) throw new ApiError('attachment_not_ready');
  if (!seesImages && found.some(({ kind }) => kind === 'image')) throw new ApiError('images_unsupported');
  const rows = ids.map((id, position) => ({
    organization_id: organizationId,
    message_id: promptId,
    attachment_id: id,
    position,
  }));
  await trx.insertInto('message_attachments').values(rows).execute();
}

/** Returns the attachments of messages, by message, in the order they were attached. */
export async function attachmentsOf(trx: Trx, messageIds: readonly string[]): Promise<Map<string, Attachment[]>> {
  const byMessage = new Map<string, Attachment[]>();
  if (messageIds.length === 0) return byMessage;
  const rows = await withFiles(trx)
    .innerJoin('message_attachments', 'message_attachments.attachment_id', 'attachments.id')
    .where('message_attachments.message_id', 'in', messageIds)
    .select('message_attachments.message_id')
    .orderBy('message_attachments.position')
    .execute();
  for (const { message_id, ...attachment } of rows)
    byMessage.set(message_id, [...(byMessage.get(message_id) ?? []), attachment]);
  return byMessage;
}

/** Copies the attachments of a message to its copy. */
export async function copyAttachments(
  trx: Trx,
  { organizationId }: Who,
  fromMessageId: string,
  toMessageId: string,
): Promise<void> {
  await sql`
    insert into message_attachments (organization_id, message_id, attachment_id, position)
    select ${organizationId}, ${toMessageId}, attachment_id, position from message_attachments where message_id = ${fromMessageId}`.execute(
    trx,
  );
}

/** The retention of unsent attachments: nobody takes longer to send a prompt. */
const unsentIsKept = sql<Date>`now() - interval '1 day'`;

/** Deletes uploads not sent within a day, and attachments whose messages are all gone. */
export async function deleteUnsentAttachments(trx: Trx, { limit, skip }: Page = onePage): Promise<number> {
  const unsent = await trx
    .selectFrom('attachments')
    .where('created_at', '<', unsentIsKept)
    .where(isUnsent)
    .where(isFree('organization_id', 'member_id'))
    .select('id')
    .orderBy('created_at')
    .limit(limit)
    .offset(skip)
    .forUpdate()
    .skipLocked()
    .execute();
  if (unsent.length === 0) return 0;
  // Checks again under the lock: one may have been sent in between.
  await trx
    .deleteFrom('files')
    .where(
      'id',
      'in',
      trx
        .selectFrom('attachments')
        .where(
          'id',
          'in',
          unsent.map(({ id }) => id),
        )
        .where(isUnsent)
        .select('file_id'),
    )
    .execute();
  return unsent.length;
}
