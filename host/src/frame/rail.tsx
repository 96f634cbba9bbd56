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
  /** The main actions, above the navigation. */
  readonly actions: readonly RailAction[];
  /** Prefetches a screen that is about to be opened. */
  readonly preload?: (screen: Screen) => void;
  readonly isCollapsed: boolean;
  /** Toggles the rail. Absent if the rail is a drawer; null until its code is loaded. */
  readonly onCollapse?: (() => void) | null;
  readonly onClose?: () => void;
  /** The remotes' parts below the navigation; hidden while the rail is collapsed. */
  readonly children?: ReactNode;
  /** The menu of the person. */
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
          // A link to the present address is no change of the path, so the drawer has to be closed here.
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
