import { createContext } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import type { Footnote } from './definitions.ts';
import markdown from './markdown.module.css';

/** The footnotes of one answer. `idPrefix` keeps their ids apart from every name of the page. */
export type NotesOfAnswer = { readonly notes: readonly Footnote[]; readonly idPrefix: string };

/** A context, so that a footnote that arrives late re-renders its marks and not the blocks around them. */
export const NotedContext = createContext<NotesOfAnswer>({ notes: [], idPrefix: '' });

export const noteId = ({ idPrefix }: NotesOfAnswer, number: number) => `${idPrefix}note-${number}`;
export const markId = ({ idPrefix }: NotesOfAnswer, number: number) => `${idPrefix}mark-${number}`;

/** Scrolls to an element of the same answer and leaves the address of the page alone. */
export function goTo(event: MouseEvent, id: string): void {
  event.preventDefault();
  const target = document.getElementById(id);
  target?.scrollIntoView({ block: 'nearest' });
  target?.focus({ preventScroll: true });
}

/** The notes at the end of an answer, each with a link back to its mark. */
export function Notes({
  noted,
  textOf,
}: {
  readonly noted: NotesOfAnswer;
  readonly textOf: (note: Footnote, number: number) => ReactNode;
}) {
  const { t } = useTranslation('shared');
  return (
    <section className={markdown.notes} aria-label={t('ui.answer.footnotes')}>
      <ol>
        {noted.notes.map((note, at) => (
          <li key={note.label} id={noteId(noted, at + 1)} tabIndex={-1}>
            {textOf(note, at + 1)}
            <a
              href={`#${markId(noted, at + 1)}`}
              data-copy-as=""
              aria-label={t('ui.answer.footnoteBack', { number: at + 1 })}
              onClick={(event) => goTo(event, markId(noted, at + 1))}
            >
              ↩
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
