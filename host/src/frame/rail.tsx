import { useTranslation } from '@parlance/shared/i18n';
import { Link, NavLink } from '@parlance/shared/router';
import type { ReactNode } from 'react';
import type { MenuGroup } from '../remotes/known/menu.ts';
import type { Screen } from '../remotes/known/registry.ts';
import { Icon, Mark } from './icons.tsx';
import type { RailAction } from './rail-actions.ts';
import styles from './rail.module.css';

type Props = {
  readonly groups: readonly MenuGroup[];
  /** What one mainly does, above the navigation. */
  readonly actions: readonly RailAction[];
  /** Fetches a screen that is about to be opened. */
  readonly preload?: (screen: Screen) => void;
  readonly isCollapsed: boolean;
  /** Absent where the rail is a drawer; null until the code is there that folds it. */
  readonly onCollapse?: (() => void) | null;
  readonly onClose?: () => void;
  /** What remotes show below the navigation; there is no room for it where the rail is folded. */
  readonly children?: ReactNode;
  /** Whose page it is. */
  readonly foot: ReactNode;
};

export function Rail({ groups, actions, preload, isCollapsed, onCollapse, onClose, children, foot }: Props) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.rail} data-collapsed={isCollapsed}>
      <div className={styles.head}>
        <Link to="/" className={styles.wordmark} aria-label="Parlance">
          <Mark />
          <span className={styles.label}>Parlance</span>
        </Link>
        {onCollapse !== undefined && (
          <button
            type="button"
            className={styles.iconButton}
            aria-expanded={!isCollapsed}
            aria-label={t(isCollapsed ? 'frame.expand' : 'frame.collapse')}
            disabled={onCollapse === null}
            onClick={onCollapse ?? undefined}
          >
            <Icon name={isCollapsed ? 'expand' : 'collapse'} />
          </button>
        )}
        {onClose !== undefined && (
          <button type="button" className={styles.iconButton} aria-label={t('frame.closeMenu')} onClick={onClose}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <nav className={styles.nav} aria-label={t('frame.main')}>
        {actions.map(({ to, title, icon }) => (
          // A second time on the same address is another visit, so the drawer does not close by itself.
          <Link key={to} to={to} className={styles.action} title={isCollapsed ? title : undefined} onClick={onClose}>
            <Icon name={icon} />
            <span className={styles.label}>{title}</span>
          </Link>
        ))}
        {groups.map(({ section, entries }) => (
          <section key={section} aria-label={t(`sections.${section}`)}>
            <h2 className={styles.section}>{t(`sections.${section}`)}</h2>
            <ul>
              {entries.map(({ screen, path, title, icon, state }) =>
                state === 'expected' ? (
                  <li key={path} className={styles.expected} aria-hidden="true" />
                ) : (
                  <li key={path}>
                    <NavLink
                      to={path}
                      end={path === '/'}
                      className={() => styles.entry}
                      title={isCollapsed ? title : undefined}
                      onPointerEnter={() => preload?.(screen)}
                      onFocus={() => preload?.(screen)}
                    >
                      <Icon name={icon} />
                      <span className={styles.label}>{title}</span>
                    </NavLink>
                  </li>
                ),
              )}
            </ul>
          </section>
        ))}
        {!isCollapsed && children}
      </nav>
      {foot}
    </div>
  );
}
