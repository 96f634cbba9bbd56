/// <reference path="./css.d.ts" />
import type { ReactNode } from 'react';
import styles from './page.module.css';

type EmptyStateProps = {
  readonly title: ReactNode;
  /** One sentence: the purpose of this place. */
  readonly text?: ReactNode;
  /** One button or link: the first thing to do. */
  readonly action?: ReactNode;
  /** An inline SVG in `currentColor` and `var(--accent)`; defaults to a sheet of paper. */
  readonly drawing?: ReactNode;
  /** The heading level: 1 on an otherwise empty page, so that the page has a heading of its own. */
  readonly level?: 1 | 2;
};

/** Explains an empty place. */
export function EmptyState({ title, text, action, drawing, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.state}>
      <div className={styles.drawing} aria-hidden="true">
        {drawing ?? <Sheet />}
      </div>
      <Heading>{title}</Heading>
      {text !== undefined && <p>{text}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}

function Sheet() {
  return (
    <svg viewBox="0 0 120 88" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
      <path d="M34 12h40l14 14v50H34z" strokeLinejoin="round" />
      <path d="M74 12v14h14M44 40h30M44 50h34" />
      <path d="M44 62h18" stroke="var(--accent)" />
    </svg>
  );
}
