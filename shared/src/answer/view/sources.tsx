import { useTranslation } from '@parlance/shared/i18n';
import type { Citation } from '../../contract/api/runs/runs.ts';
import chips from './chips.module.css';
import sources from './sources.module.css';

type Props = {
  readonly citations: readonly Citation[];
  readonly open: (citation: Citation, from: HTMLElement) => void;
};

/** The passages an answer rests on, by file and heading; each opens. */
export function Sources({ citations, open }: Props) {
  const { t } = useTranslation('shared');
  if (citations.length === 0) return null;
  return (
    <ul className={chips.list} aria-label={t('ui.answer.sources')}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <button type="button" className={chips.chip} onClick={(event) => open(citation, event.currentTarget)}>
            <span className={sources.number}>{citation.number}</span>
            <span className={chips.name}>{citation.file_name}</span>
            {citation.heading !== '' && <span className={sources.heading}>{citation.heading}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
