import { useTranslation } from '@parlance/shared/i18n';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './icons.tsx';
import styles from './frame.module.css';

type Props = {
  readonly isCollapsed: boolean;
  /** The rail if there is room for it, else the drawer with it. */
  readonly side: ReactNode;
  readonly top: ReactNode;
  readonly main: ReactNode;
  /** Absent on the page that is painted before the shell's code is loaded (`data-painted`). */
  readonly onSkip?: (event: MouseEvent) => void;
};

/** Lays out the parts of the frame: in the shell, and in the page that the web service sends before it. */
export function FrameLayout({ isCollapsed, side, top, main, onSkip }: Props) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.frame} data-collapsed={isCollapsed} data-painted={onSkip === undefined ? '' : undefined}>
      <a className={styles.skip} href="#main" onClick={onSkip}>
        {t('frame.skip')}
      </a>
      {side}
      <header className={styles.top}>{top}</header>
      <main id="main" className={styles.main} tabIndex={-1}>
        {main}
      </main>
    </div>
  );
}

export const Side = ({ children }: { readonly children: ReactNode }) => (
  <aside className={styles.rail}>{children}</aside>
);

type MenuButtonProps = {
  readonly isOpen: boolean;
  /** Opens the drawer; absent until its code is loaded. */ readonly onOpen?: () => void;
};

/** A button that opens the drawer, if there is no room for the rail. */
export function MenuButton({ isOpen, onOpen }: MenuButtonProps) {
  const { t } = useTranslation('host');
  return (
    <button
      type="button"
      className={styles.menuButton}
      aria-expanded={isOpen}
      aria-label={t('frame.openMenu')}
      disabled={onOpen === undefined}
      onClick={onOpen}
    >
      <Icon name="menu" />
    </button>
  );
}
