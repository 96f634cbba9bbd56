import { useTranslation } from '@parlance/shared/i18n';
import { type RunReading, percentRead } from '../../contract/api/runs/runs.ts';
import rules from './applied-rules.module.css';
import { CheckMark, WarningMark } from '../../ui/controls/marks.tsx';

/** The attached files that were too long for the model: how much of each an answer rests on, and how it was read. */
export default function NotRead({ files }: { readonly files: RunReading['files'] }) {
  const { t } = useTranslation('shared');
  const saidOf = ({ name, share, parts }: RunReading['files'][number]) => {
    if (parts !== undefined)
      return share < 1
        ? t('ui.answer.readPartInParts', { name, parts, percent: percentRead(share) })
        : t('ui.answer.readInParts', { name, parts });
    return share === 0
      ? t('ui.answer.readFound', { name })
      : t('ui.answer.readPart', { name, percent: percentRead(share) });
  };
  return (
    <ul className={rules.rules} aria-label={t('ui.answer.notRead')}>
      {files.map((file) => (
        <li key={file.file_id}>
          {file.share < 1 ? <WarningMark /> : <CheckMark />}
          {saidOf(file)}
        </li>
      ))}
    </ul>
  );
}
