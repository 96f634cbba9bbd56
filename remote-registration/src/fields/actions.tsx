import type { ReactNode } from 'react';
import styles from './fields.module.css';

/** The row of buttons at the end of a step: the main one first. */
export function Actions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
