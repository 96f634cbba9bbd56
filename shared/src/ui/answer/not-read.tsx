import { useTranslation } from '@parlance/shared/i18n';
import { type RunReading, percentRead } from '../../contract/api/runs.ts';
import rules from './applied-rules.module.css';
import { WarningMark } from '../controls/marks.tsx';

/** Attached files of which an answer rests on a part, and on how much. */
export function NotRead({ files }: { readonly files: RunReading['files'] }) {
  const { t } = useTranslation('shared');
  if (files.length === 0) return null;
  return (
    <ul className={rules.rules} aria-label={t('ui.answer.notRead')}>
      {files.map(({ file_id: id, name, share }) => (
        <li key={id}>
          <WarningMark />
          {share === 0 ? t('ui.answer.readFound', { name }) : t('ui.answer.readPart', { name, percent: percentRead(share) })}
        </li>
      ))}
    </ul>
  );
}
