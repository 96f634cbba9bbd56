import { useSession } from '@parlance/shared/session';
import { i18n, useTranslation } from '@parlance/shared/i18n';
import { Outlet, useLocation } from '@parlance/shared/router';
import { useRef, useState, type MouseEvent } from 'react';
import { PaletteOpener } from '../palette/palette-opener.tsx';
import { menuFor } from '../remotes/menu.ts';
import { partLoader, remotesWith, type PartLoader } from '../remotes/parts.ts';
import type { Registry } from '../remotes/registry.ts';
import type { ScreenLoader } from '../remotes/screen-loader.ts';
import { Breadcrumb } from './breadcrumb/breadcrumb.tsx';
import { useCollapsedRail } from './collapsed-rail.ts';
import { Drawer } from './drawer.tsx';
import { Icon } from './icons.tsx';
import { Rail } from './rail.tsx';
import { actionsOf } from './rail-actions.ts';
import { RailParts } from './rail-parts.tsx';
import { SessionProblem } from './session-problem.tsx';
import { useNarrow } from './use-narrow.ts';
import styles from './frame.module.css';

type Props = { readonly registry: Registry; readonly loader: ScreenLoader; readonly parts?: PartLoader };

/** Rail with the navigation, top line, and the screen. */
export function Frame({ registry, loader, parts = partLoader }: Props) {
  const { t } = useTranslation('host');
  const subject = useSession((session) => session.subject);
  const narrow = useNarrow();
  /** Where it was opened: on the next screen it is closed. */
  const [drawerOpenedAt, setDrawerOpenedAt] = useState<string | null>(null);
  const [isCollapsed, toggleCollapsed] = useCollapsedRail();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const groups = menuFor(registry.screens, subject, i18n.language);
  const drawerIsOpen = drawerOpenedAt === pathname;
  const closeDrawer = () => setDrawerOpenedAt(null);
  const skip = (event: MouseEvent) => {
    // The address stays, and Back still leads to the screen before.
    event.preventDefault();
    main.current?.focus();
  };

  const rail = (
    <Rail
      groups={groups}
      actions={actionsOf(remotesWith('rail', registry.remotes, subject), i18n.language)}
      preload={(screen) => void loader.load(screen).catch(() => undefined) /* the click tries again and says what is wrong */}
      isCollapsed={isCollapsed && !narrow}
      {...(narrow ? { onClose: closeDrawer } : { onCollapse: toggleCollapsed })}
    >
      <RailParts remotes={registry.remotes} parts={parts} />
    </Rail>
  );
  return (
    <div className={styles.frame} data-collapsed={isCollapsed && !narrow}>
      <a className={styles.skip} href="#main" onClick={skip}>{t('frame.skip')}</a>
      {narrow ? <Drawer isOpen={drawerIsOpen} onClose={closeDrawer}>{rail}</Drawer> : <aside className={styles.rail}>{rail}</aside>}
      <header className={styles.top}>
        {narrow && (
          <button type="button" className={styles.iconButton} aria-expanded={drawerIsOpen} aria-label={t('frame.openMenu')} onClick={() => setDrawerOpenedAt(pathname)}>
            <Icon name="menu" />
          </button>
        )}
        <Breadcrumb screens={registry.screens} />
        <PaletteOpener registry={registry} parts={parts} />
      </header>
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        <SessionProblem><Outlet /></SessionProblem>
      </main>
    </div>
  );
}
