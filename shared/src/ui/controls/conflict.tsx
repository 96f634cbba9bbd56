import { useTranslation } from '@parlance/shared/i18n';
import { useEffect, useRef, type ReactNode } from 'react';
import styles from './conflict.module.css';

type Props = {
  /** The person who saved, or the present content, if known; defaults to saying that somebody was quicker. */
  readonly text?: string;
  /** The label for saving one's own, if that does not overwrite theirs. */
  readonly mine?: string;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly isSending: boolean;
  /** The names of the differing parts. */
  readonly differs?: readonly string[];
  /** Their saved version. */
  readonly children?: ReactNode;
};

/** Returns the names of the parts in which their saved version and the draft differ. */
export const differing = <Content extends object>(
  names: { readonly [Part in keyof Content]?: string },
  theirs: Content,
  mine: Content,
): readonly string[] =>
  Object.entries<string | undefined>(names).flatMap(([part, name]) =>
    name === undefined || said(theirs, part) === said(mine, part) ? [] : [name],
  );

const said = (content: object, part: string) =>
  JSON.stringify(Object.entries(content).find(([name]) => name === part)?.[1]);

/**
 * Resolves a conflict with somebody's save: both versions are offered, and nothing is lost before the person has
 * chosen.
 */
export function Conflict({ text, mine, keepMine, takeTheirs, isSending, differs = [], children }: Props) {
  const { t } = useTranslation('shared');
  const shown = useRef<HTMLElement>(null);
  // A person who pressed a button at the end of a long form, for the first time or again, does not see its beginning.
  // One who keeps typing keeps the focus.
  useEffect(() => {
    if (isSending) return;
    shown.current?.scrollIntoView({ block: 'nearest' });
    if (document.activeElement?.matches('input, textarea, select') !== true)
      shown.current?.focus({ preventScroll: true });
  }, [isSending]);
  return (
    <section ref={shown} tabIndex={-1} className={styles.conflict} role="alert" aria-label={t('ui.conflict.title')}>
      <p>{text ?? t('ui.conflict.text')}</p>
      {differs.length > 0 && <p>{t('ui.conflict.differs', { fields: differs.join(' · ') })}</p>}
      {children}
      <div className={styles.ways}>
        <button type="button" className="button button-main" aria-disabled={isSending} onClick={keepMine}>
          {mine ?? t('ui.conflict.mine')}
        </button>
        <button type="button" className="button" aria-disabled={isSending} onClick={() => !isSending && takeTheirs()}>
          {t('ui.conflict.theirs')}
        </button>
      </div>
    </section>
  );
}
