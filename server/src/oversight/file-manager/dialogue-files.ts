import { can } from '@parlance/shared/contract/access/evaluate';
import type { DialogueFile, DialogueFileFilter } from '@parlance/shared/contract/api/file-manager';
import { sql } from 'kysely';
import { memberName } from '../../people/naming/colleague.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { aliasOf, findShownNames } from '../dialogue-log/names.ts';
import { mediaTypesOf, typeOf } from './types.ts';

/** How much of a dialogue's files somebody sees: the log leads to dialogues, and a reason given to it shows names. */
export type Sight = { readonly hasLog: boolean; readonly reason: string | null };

export async function sightOf(trx: Trx, caller: Caller): Promise<Sight> {
  const hasLog = can(caller, { kind: 'feature', action: 'use', id: 'dialogue_log' });
  const shown = hasLog ? await findShownNames(trx, caller) : null;
  return { hasLog, reason: shown?.reason ?? null };
}

export type DialogueFileQuery = DialogueFileFilter & {
  readonly order: 'size' | 'created';
  readonly direction: 'asc' | 'desc';
  readonly after: readonly [string | number, string] | null;
  readonly limit: number;
};

const orders = {
  size: { by: sql.ref<number>('files.size'), id: sql.ref<string>('files.id'), type: sql`integer` },
  created: {
    by: sql.ref<Date>('attachments.created_at'),
    id: sql.ref<string>('attachments.id'),
    type: sql`timestamptz`,
  },
} as const;

/** The ids of a page, cut before anything is joined to it. */
export function dialogueFilePage(
  trx: Trx,
  { organizationId }: Pick<Caller, 'organizationId'>,
  { order, direction, after, limit, type, state, size }: DialogueFileQuery,
) {
  const { by, id, type: columnType } = orders[order];
  let query = trx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .where('attachments.organization_id', '=', organizationId)
    .where('files.organization_id', '=', organizationId)
    .select(['attachments.id', sql<Date | number>`${by}`.as('at'), sql<string>`${id}`.as('at_id')]);
  if (type !== undefined) query = query.where('files.media_type', 'in', mediaTypesOf[type]);
  if (state !== undefined) query = query.where('files.state', '=', state);
  if (size !== undefined) query = query.where('files.size', '>=', size);
  const isBehind = direction === 'asc' ? sql`>` : sql`<`;
  if (after !== null)
    query = query.where(sql<boolean>`(${by}, ${id}) ${isBehind} (${after[0]}::${columnType}, ${after[1]}::uuid)`);
  return query
    .orderBy(by, direction)
    .orderBy(id, direction)
    .limit(limit + 1);
}

/** Files of dialogues as somebody with this sight sees them, in the order of their ids. */
export async function dialogueFiles(
  trx: Trx,
  { organizationId }: Caller,
  { hasLog, reason }: Sight,
  ids: readonly string[],
): Promise<DialogueFile[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .leftJoin('memberships', 'memberships.id', 'attachments.member_id')
    .leftJoin('users', 'users.id', 'memberships.user_id')
    .where('attachments.organization_id', '=', organizationId)
    .where('attachments.id', 'in', ids)
    .select([
      'attachments.id',
      'attachments.member_id',
      'attachments.created_at',
      'files.name',
      'files.media_type',
      'files.size',
      'files.state',
      'files.error_code',
    ])
    .select([
      sql<string | null>`${memberName}`.as('member_name'),
      aliasOf(sql.ref('attachments.member_id')).as('alias'),
    ])
    .select(
      sql<boolean>`not exists (select from message_attachments where message_attachments.attachment_id = attachments.id)`.as(
        'is_unsent',
      ),
    )
    .select(
      sql<string[]>`array(
        select distinct dialogues.id from message_attachments
        join messages on messages.id = message_attachments.message_id
        join dialogues on dialogues.id = messages.dialogue_id and dialogues.kind = 'member'
        where message_attachments.attachment_id = attachments.id order by dialogues.id)`.as('dialogue_ids'),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { name, media_type, member_id, member_name, alias, created_at, dialogue_ids, ...shown } = row;
    const isNamed = reason !== null;
    return [
      {
        ...shown,
        name: isNamed ? name : null,
        member:
          hasLog && member_id !== null
            ? { id: isNamed ? member_id : null, alias, name: isNamed ? member_name : null }
            : null,
        type: typeOf(media_type),
        dialogue_ids: hasLog ? dialogue_ids : [],
        created_at: created_at.toISOString(),
      },
    ];
  });
}

/**
 * The file behind an attachment, for who has the log and gave it a reason; that they look is recorded, with the reason
 * and without the name. Throws forbidden and names_hidden before it looks for the file, so that nothing tells whether
 * it is there.
 */
export async function openDialogueFile(trx: Trx, caller: Caller, id: string) {
  const { hasLog, reason } = await sightOf(trx, caller);
  if (!hasLog) throw new ApiError('forbidden');
  if (reason === null) throw new ApiError('names_hidden');
  const found = await trx
    .selectFrom('attachments')
    .innerJoin('files', 'files.id', 'attachments.file_id')
    .where('attachments.id', '=', id)
    .where('attachments.organization_id', '=', caller.organizationId)
    .select(['files.id', 'files.name', 'files.media_type', 'files.size', 'files.storage_key', 'files.content'])
    .select(sql<number>`(select count(*)::integer from passages where passages.file_id = files.id)`.as('passages'))
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  await record(trx, {
    action: 'file.looked_into',
    target: { id: found.id, name: typeOf(found.media_type) },
    after: { bytes: found.size, reason },
  });
  return found;
}
