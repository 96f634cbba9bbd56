import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import type { ReadPages } from './document.ts';

/** Joins the pages that could not be read to ranges of one reason. */
export function rangesOf({ pages, unread, recognized }: Omit<ReadPages, 'sections'>): UnreadPages {
  const ranges: UnreadPages['ranges'] = [];
  for (const { page, reason } of unread) {
    const last = ranges.at(-1);
    if (last?.reason === reason && last.last === page - 1) last.last = page;
    else ranges.push({ first: page, last: page, reason });
  }
  return { pages, unread: unread.length, ranges, ...(recognized > 0 ? { recognized } : {}) };
}
