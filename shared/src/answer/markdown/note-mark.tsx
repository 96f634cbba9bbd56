import { useContext } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { citationMarks } from '../../contract/api/runs/citation-marks.ts';
import { CitationMark } from '../view/citation-mark.tsx';
import markdown from './markdown.module.css';
import { goTo, markId, NotedContext, noteId } from './notes.tsx';

/** The mark [^1] in the text, a link to the note. Without such a note it is the mark of a passage, or stays text. */
export function NoteMark({ label }: { readonly label: string }) {
  const { t } = useTranslation('shared');
  const noted = useContext(NotedContext);
  const number = noted.notes.findIndex((note) => note.label === label.toLowerCase()) + 1;
  if (number === 0) {
    const written = `[^${label}]`;
    const [mark] = citationMarks(written);
    return <CitationMark numbers={mark?.written === written ? mark.numbers : []} written={written} />;
  }
  return (
    <sup className={markdown.noteMark} data-copy-as={`[${number}]`}>
      <a
        href={`#${noteId(noted, number)}`}
        id={markId(noted, number)}
        aria-label={t('ui.answer.footnote', { number })}
        onClick={(event) => goTo(event, noteId(noted, number))}
      >
        {number}
      </a>
    </sup>
  );
}
