import { useId, type ReactNode } from 'react';
import styles from './profile.module.css';

type Props = { readonly title: string; readonly note?: string; readonly children: ReactNode };

/** One section of the profile, under a heading of its own. */
export function Section({ title, note, children }: Props) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </section>
  );
}
