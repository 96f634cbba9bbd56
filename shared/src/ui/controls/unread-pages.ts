import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import type { UnreadPages } from '../../contract/api/unread-pages.ts';

type Translate = ReturnType<typeof useTranslation<'shared'>>['t'];

/** The ranges that are named; of the other pages the number is said. */
const namedAtMost = 5;

/** Says which pages of a file could not be read, and why; null if there are none, or if it is not known. */
export function useUnreadPages(pages: UnreadPages | null | undefined): string | null {
  const { t } = useTranslation('shared');
  return unreadPagesText(t, pages);
}

export function unreadPagesText(t: Translate, pages: UnreadPages | null | undefined): string | null {
  if (pages === null || pages === undefined || pages.unread === 0) return null;
  const { unread, ranges } = pages;
  const language = currentLanguage();
  const named = ranges.slice(0, namedAtMost);
  const left = unread - named.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const numbers = named.map(({ first, last }) => (first === last ? String(first) : `${first}–${last}`));
  const more = left > 0 ? [t('ui.unreadPages.more', { count: left, number: formatNumber(language, left) })] : [];
  // British English, which has no comma before “and”.
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'conjunction' });
  const [reason, ...others] = new Set(ranges.map((range) => range.reason));
  return t(`ui.unreadPages.${others.length > 0 ? 'mixed' : (reason ?? 'picture')}`, {
    count: unread,
    pages: list.format([...numbers, ...more]),
  });
}
