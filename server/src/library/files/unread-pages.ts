import { type UnreadPages, unreadRangesAtMost } from '@parlance/shared/contract/api/unread-pages';
import { sql } from 'kysely';

/**
 * Selects the pages of a file that could not be read, with their first ranges, and how many were recognised; null if
 * there are neither.
 */
export const unreadPagesOfFile = sql<UnreadPages | null>`case when (files.unread_pages->>'unread')::integer > 0 or (files.unread_pages->>'recognized')::integer > 0 then jsonb_set(
  files.unread_pages, '{ranges}', jsonb_path_query_array(files.unread_pages, ${sql.lit(`$.ranges[0 to ${unreadRangesAtMost - 1}]`)})) end`;

/** Returns the value of the column. */
export const unreadPagesColumn = (unread: UnreadPages | null): string | null =>
  unread === null ? null : JSON.stringify(unread);
