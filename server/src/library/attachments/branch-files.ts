import type { Attachment } from '@parlance/shared/contract/api/attachments';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { unreadPagesOfFile } from '../files/unread-pages.ts';

/** A file attached to a prompt, or to one above it. */
export type BranchFile = {
  readonly id: string;
  readonly name: string;
  readonly kind: Attachment['kind'];
  readonly media_type: string;
  readonly storage_key: string;
  readonly message_id: string;
  /** The number of bytes in all its passages. */
  readonly bytes_of_text: number;
  readonly passages: number;
  /** The pages that could not be read; null if there are none, or if it is not known. */
  readonly unread_pages: UnreadPages | null;
};

/** Returns the attachments of a prompt and of those above it in its branch: the prompt's own first, then the newest. */
export async function filesOfBranch(trx: Trx, promptId: string): Promise<BranchFile[]> {
  const { rows } = await sql<BranchFile>`
    with recursive branch as (
      select id, parent_id, 0 as step from messages where id = ${promptId}
      union all
      select above.id, above.parent_id, branch.step + 1
      from branch join messages as above on above.id = branch.parent_id)
    select files.id, files.name, attachments.kind, files.media_type, files.storage_key, branch.id as message_id,
      coalesce(held.bytes, 0)::integer as bytes_of_text, held.passages, ${unreadPagesOfFile} as unread_pages
    from branch
    join message_attachments on message_attachments.message_id = branch.id
    join attachments on attachments.id = message_attachments.attachment_id
    join files on files.id = attachments.file_id and files.state = 'ready'
    cross join lateral (select sum(octet_length(content)) as bytes, count(*)::integer as passages from passages where passages.file_id = files.id) as held
    order by branch.step, message_attachments.position`.execute(trx);
  const seen = new Set<string>();
  // A prompt that was edited may have one that stands above it too.
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}
