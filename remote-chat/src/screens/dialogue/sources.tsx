import type { Citation } from '@parlance/shared/contract/api/runs';
import { useTranslation } from '@parlance/shared/i18n';
import message from './message.module.css';

type Cited = { readonly citations: readonly Citation[]; readonly open: (citation: Citation, from: HTMLElement) => void };

/** The passages an answer rests on, by file and heading; each opens. */
export function Sources({ citations, open }: Cited) {
  const { t } = useTranslation('chat');
  if (citations.length === 0) return null;
  return (
    <ul className={message.sources} aria-label={t('dialogue.sources')}>
      {citations.map((citation) => (
        <li key={citation.number}>
          <button type="button" className={message.source} onClick={(event) => open(citation, event.currentTarget)}>
            <span className={message.number}>{citation.number}</span>
            <span className={message.file}>{citation.file_name}</span>
            {citation.heading !== '' && <span className={message.heading}>{citation.heading}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
