import { useTranslation } from '@parlance/shared/i18n';
import { useCitations } from './citations.ts';
import styles from './citation-mark.module.css';

type Props = {
  /** The numbers of the sources, in the order of the mark. */
  readonly numbers: readonly number[];
  readonly written: string;
};

/**
 * A mark in the text, [1] or [1, 3–5]: each number opens its passage. A number without a passage stays text, and so
 * does a mark that has none but such.
 */
export function CitationMark({ numbers, written }: Props) {
  const { t } = useTranslation('shared');
  const { citations, open } = useCitations(numbers);
  if (citations.every((citation) => citation === undefined)) return <>{written}</>;
  return citations.map((citation, at) =>
    citation === undefined ? (
      <span key={at}>[{numbers[at]}]</span>
    ) : (
      <button
        key={at}
        type="button"
        className={styles.mark}
        data-copy-as={`[${citation.number}]`}
        aria-label={t('ui.answer.source', { number: citation.number, file: citation.file_name })}
        title={citation.file_name}
        onClick={(event) => open(citation, event.currentTarget)}
      >
        {citation.number}
      </button>
    ),
  );
}
