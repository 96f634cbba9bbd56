import { useSession } from '@parlance/shared/session';
import { i18n, useTranslation } from '@parlance/shared/i18n';
import { Outlet, useLocation } from '@parlance/shared/router';
import { useState } from 'react';
import { menuFor } from '../remotes/menu.ts';
import { titleOf, type Registry } from '../remotes/registry.ts';
import { screenAt } from '../remotes/screen-at.ts';
import type { ScreenLoader } from '../remotes/screen-loader.ts';
import { Drawer } from './drawer.tsx';
import { Icon } from './icons.tsx';
import { Rail } from './rail.tsx';
import { SessionProblem } from './session-problem.tsx';
import { useNarrow } from './use-narrow.ts';
import styles from './frame.module.css';

type Props = { readonly registry: Registry; readonly loader: ScreenLoader };

/** Rail with the navigation, top line, and the screen. */
export function Frame({ registry, loader }: Props) {
  const { t } = useTranslation('host');
  const subject = useSession((session) => session.subject);
  const narrow = useNarrow();
  /** Where it was opened: on the next screen it is closed. */
  const [drawerOpenedAt, setDrawerOpenedAt] = useState<string | null>(null);
  const [isCollapsed, setCollapsed] = useState(false);
  const { pathname } = useLocation();
  const language = i18n.language;
  const groups = menuFor(registry.screens, subject, language);
  const drawerIsOpen = drawerOpenedAt === pathname;
  const closeDrawer = () => setDrawerOpenedAt(null);

  const rail = (
    <Rail
      groups={groups}
      preload={(screen) => void loader.load(screen).catch(() => undefined) /* the click tries again and says what is wrong */}
      isCollapsed={isCollapsed && !narrow}
      {...(narrow ? { onClose: closeDrawer } : { onCollapse: () => setCollapsed((it) => !it) })}
    />
  );
  return (
    <div className={styles.frame} data-collapsed={isCollapsed && !narrow}>
      <a className={styles.skip} href="#main">{t('frame.skip')}</a>
      {narrow ? <Drawer isOpen={drawerIsOpen} onClose={closeDrawer}>{rail}</Drawer> : <aside className={styles.rail}>{rail}</aside>}
      <header className={styles.top}>
        {narrow && (
          <button type="button" className={styles.iconButton} aria-expanded={drawerIsOpen} aria-label={t('frame.openMenu')} onClick={() => setDrawerOpenedAt(pathname)}>
            <Icon name="menu" />
          </button>
        )}
        <Breadcrumb registry={registry} groups={groups} />
      </header>
      <main id="main" className={styles.main} tabIndex={-1}>
        <SessionProblem><Outlet /></SessionProblem>
      </main>
    </div>
  );
}

function Breadcrumb({ registry, groups }: { readonly registry: Registry; readonly groups: ReturnType<typeof menuFor> }) {
  const { t } = useTranslation('host');
  const { pathname } = useLocation();
  const screen = screenAt(registry.screens, pathname);
  if (screen === undefined) return null;
  const section = groups.find(({ entries }) => entries.some((entry) => entry.screen === screen))?.section;
  return (
    <nav className={styles.breadcrumb} aria-label={t('frame.breadcrumb')}>
      <ol>
        {section !== undefined && <li>{t(`sections.${section}`)}</li>}
        <li aria-current="page">{titleOf(screen, i18n.language)}</li>
      </ol>
    </nav>
  );
}
