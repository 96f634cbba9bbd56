import styles from './person-menu.module.css';

/** The placeholder of the person's menu, until the person is known. */
export function PersonAhead({ isCollapsed }: { readonly isCollapsed: boolean }) {
  return (
    <div className={styles.foot} data-collapsed={isCollapsed} aria-hidden="true">
      <div className={`${styles.person} ${styles.ahead}`}>
        <span className={styles.initial} />
        <span className={styles.names}>
          <span className={styles.name}>&nbsp;</span>
          <span className={styles.workspace}>&nbsp;</span>
        </span>
      </div>
    </div>
  );
}
