import type { ToolContent } from '@parlance/shared/contract/api/tools/contents';
import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/database.ts';
import { releaseStorage } from '../../../platform/limits/storage.ts';
import type { ResultContent } from '../kinds/tool-source.ts';

/** A content of a result whose bytes are in the storage; a link has none. */
export type KeptContent = { readonly content: ResultContent; readonly key: string | null };

/** A content as it is read with its call. */
export type StoredContent = ToolContent & { readonly storage_key: string | null; readonly is_untold: boolean };

/** The contents of the call in `tool_calls`, in order. */
export const contentsOfCall = sql<StoredContent[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'media_type', media_type, 'name', name, 'size', size,
    'address', address, 'storage_key', storage_key, 'is_untold', is_untold) order by position), '[]')
  from tool_contents where tool_contents.call_id = tool_calls.id)`;

/** Returns a content as people see it. Only addresses that a browser can open are told. */
export function contentOf({ id, type, media_type, name, size, address }: StoredContent): ToolContent {
  const isOpened = address !== null && /^https?:\/\//i.test(address) && URL.canParse(address);
  return { id, type, media_type, name, size, address: isOpened ? address : null };
}

/** Inserts the contents of a call, and releases the room that was reserved for their bytes. */
export async function insertContents(
  trx: Trx,
  { organizationId, callId }: { organizationId: string; callId: string },
  kept: readonly KeptContent[],
): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ content, key }, position) => ({
    organization_id: organizationId,
    call_id: callId,
    position,
    type: content.type,
    media_type: content.mediaType,
    name: content.name,
    size: content.type === 'link' ? 0 : content.bytes.length,
    address: content.type === 'link' ? content.address : null,
    storage_key: key,
    is_untold: content.isUntold === true,
  }));
  await trx.insertInto('tool_contents').values(rows).execute();
  for (const { key } of kept) if (key !== null) await releaseStorage(trx, key);
}

/** Copies the contents of calls to those of copied answers: `copied` has pairs of the ids of an answer and its copy. */
export async function copyContents(
  trx: Trx,
  organizationId: string,
  copied: readonly (readonly [answerId: string, copyId: string])[],
): Promise<void> {
  const [from, to] = [copied.map(([answerId]) => answerId), copied.map(([, copyId]) => copyId)];
  await sql`
    insert into tool_contents (organization_id, call_id, position, type, media_type, name, size, address, storage_key, is_untold, created_at)
    select ${organizationId}::uuid, of_copy.id, content.position, content.type, media_type, name, size, address, storage_key, is_untold, content.created_at
    from unnest(${from}::uuid[], ${to}::uuid[]) as copied (answer_id, copy_id)
    cross join lateral (
      select of_run.* from runs join tool_calls as of_run on of_run.run_id = runs.id where runs.answer_id = copied.answer_id
      union all select of_former.* from tool_calls as of_former where of_former.answer_id = copied.answer_id) as called
    join tool_contents as content on content.call_id = called.id
    join tool_calls as of_copy on of_copy.answer_id = copied.copy_id and of_copy.step = called.step and of_copy.position = called.position`.execute(
    trx,
  );
}
