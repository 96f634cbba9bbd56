import { Fragment } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { type RunReading, percentRead } from '../../contract/api/runs/runs.ts';
import rules from './applied-rules.module.css';
import { CheckMark, WarningMark } from '../../ui/controls/marks.tsx';
import { unreadPagesText } from '../../ui/controls/unread-pages.ts';

type Translate = ReturnType<typeof useTranslation<'shared'>>['t'];
type ReadFile = RunReading['files'][number];

/**
 * The attached files that were not read whole: how much of each an answer rests on, how it was read, and which pages
 * could not be.
 */
export default function NotRead({ files }: { readonly files: readonly ReadFile[] }) {
  const { t } = useTranslation('shared');
  return (
    <ul className={rules.rules} aria-label={t('ui.answer.notRead')}>
      {files.map((file) => (
        <Fragment key={file.file_id}>
          {isCut(file) && (
            <li>
              {file.share < 1 ? <WarningMark /> : <CheckMark />}
              {shareText(t, file)}
            </li>
          )}
          {file.unread_pages !== undefined && (
            <li>
              <WarningMark />
              {t('ui.answer.unread', { name: file.name, pages: unreadPagesText(t, file.unread_pages) })}
            </li>
          )}
        </Fragment>
      ))}
    </ul>
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
