import { useTranslation } from '@parlance/shared/i18n';
import { type RunReading, percentRead } from '../../contract/api/runs/runs.ts';
import rules from './applied-rules.module.css';
import { CheckMark, WarningMark } from '../../ui/controls/marks.tsx';
import { recognizedPagesText } from '../../ui/controls/recognition.tsx';
import { unreadPagesText } from '../../ui/controls/unread-pages.ts';

type Translate = ReturnType<typeof useTranslation<'shared'>>['t'];
type ReadFile = RunReading['files'][number];

/**
 * The attached files that were not read whole, or not without doubt: how much of each an answer rests on, how it was
 * read, which pages could not be, and of how many the text was recognised.
 */
export default function NotRead({ files }: { readonly files: readonly ReadFile[] }) {
  const { t } = useTranslation('shared');
  return (
    <ul className={rules.rules} aria-label={t('ui.answer.notRead')}>
      {files.map((file) => (
        <OfFile key={file.file_id} file={file} />
      ))}
    </ul>
  );
}

function OfFile({ file }: { readonly file: ReadFile }) {
  const { t } = useTranslation('shared');
  const { name, unread_pages: pages } = file;
  const unread = unreadPagesText(t, pages);
  const recognized = recognizedPagesText(t, pages);
  return (
    <>
      {isCut(file) && (
        <li>
          {file.share < 1 ? <WarningMark /> : <CheckMark />}
          {shareText(t, file)}
        </li>
      )}
      {unread !== null && (
        <li>
          <WarningMark />
          {t('ui.answer.unread', { name, pages: unread })}
        </li>
      )}
      {recognized !== null && (
        <li>
          <CheckMark />
          {t('ui.answer.unread', { name, pages: recognized })}
        </li>
      )}
    </>
  );
}

const isCut = ({ share, parts }: ReadFile) => share < 1 || parts !== undefined;

function shareText(t: Translate, { name, share, parts }: ReadFile): string {
  if (parts !== undefined)
    return share < 1
      ? t('ui.answer.readPartInParts', { name, parts, percent: percentRead(share) })
      : t('ui.answer.readInParts', { name, parts });
  return share === 0
    ? t('ui.answer.readFound', { name })
    : t('ui.answer.readPart', { name, percent: percentRead(share) });
}
