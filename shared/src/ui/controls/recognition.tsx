import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import type { RecognitionProgress, UnreadPages } from '../../contract/api/unread-pages.ts';

type Translate = ReturnType<typeof useTranslation<'shared'>>['t'];

/** Says that the text of some pages was recognised from pictures; null if that of none was, or if it is not known. */
export function useRecognizedPages(pages: UnreadPages | null | undefined): string | null {
  const { t } = useTranslation('shared');
  return recognizedPagesText(t, pages);
}

export function recognizedPagesText(t: Translate, pages: UnreadPages | null | undefined): string | null {
  const count = pages?.recognized ?? 0;
  return count === 0 ? null : t('ui.recognition.note', { count, number: formatNumber(currentLanguage(), count) });
}

/** A live region is told of each quarter of the pages, not of every page. */
const announcements = 4;

/** Says how many pages have been recognised, of how many; for a place that may be a live region. */
export function RecognitionText({ progress: { done, pages } }: { readonly progress: RecognitionProgress }) {
  const { t } = useTranslation('shared');
  const language = currentLanguage();
  const words = (number: number) =>
    t('ui.recognition.progress', {
      count: pages,
      done: formatNumber(language, number),
      pages: formatNumber(language, pages),
    });
  const quarters = Math.floor((done / Math.max(1, pages)) * announcements);
  return (
    <>
      <span aria-hidden="true">{words(done)}</span>
      <span className="visually-hidden">{words(Math.ceil((quarters * pages) / announcements))}</span>
    </>
  );
}
