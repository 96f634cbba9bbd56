import { Outlet } from '@parlance/shared/router';
import { Mark } from './icons.tsx';
import { LanguageChoice } from './person-menu.tsx';
import styles from './page-frame.module.css';

/** The frame of pages that stand alone: the wordmark, the language, the page. */
export function PageFrame() {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <a href="/" className={styles.wordmark}>
          <Mark />
          Parlance
        </a>
        <LanguageChoice />
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}
