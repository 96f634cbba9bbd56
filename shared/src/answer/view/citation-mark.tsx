import { useTranslation } from '@parlance/shared/i18n';
import { useCitation } from './citations.ts';
import styles from './citation-mark.module.css';

/** The mark [1] in the text: opens the passage. Without such a passage it stays text. */
export function CitationMark({ number }: { readonly number: number }) {
  const { t } = useTranslation('shared');
  const { citation, open } = useCitation(number);
  if (citation === undefined) return <>[{number}]</>;
  return (
    <button
      type="button"
      className={styles.mark}
      data-copy-as={`[${number}]`}
      aria-label={t('ui.answer.source', { number, file: citation.file_name })}
      title={citation.file_name}
      onClick={(event) => open(citation, event.currentTarget)}
    >
      {number}
    </button>
  );
}
