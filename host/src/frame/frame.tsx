import { useSession } from '@parlance/shared/session';
import { useTranslation } from '@parlance/shared/i18n';
import { plainMember } from '@parlance/shared/remote/requirement';
import { Outlet, useLocation } from '@parlance/shared/router';
import { useState, type MouseEvent } from 'react';
import { PaletteOpener } from '../palette/palette-opener.tsx';
import { menuAhead, menuFor } from '../remotes/known/menu.ts';
import { partLoader, type PartLoader } from '../remotes/known/parts.ts';
import type { Registry } from '../remotes/known/registry.ts';
import { remotesWith } from '../remotes/known/remotes-with.ts';
import type { ScreenLoader } from '../remotes/load/screen-loader.ts';
import { Breadcrumb } from './breadcrumb/breadcrumb.tsx';
import { useCollapsedRail } from './collapsed-rail.ts';
import { Drawer } from './drawer.tsx';
import { FrameLayout, MenuButton, Side } from './frame-layout.tsx';
import { PersonMenu } from './person-menu.tsx';
import { PersonAhead } from './person-ahead.tsx';
import { Rail } from './rail.tsx';
import { actionsOf } from './rail-actions.ts';
import { RailParts } from './rail-parts.tsx';
import { SessionProblem } from '../session/session-problem.tsx';
import { useNarrow } from './use-narrow.ts';

type Props = { readonly registry: Registry; readonly loader: ScreenLoader; readonly parts?: PartLoader };

/**
 * The rail with the navigation, the top line, and the screen. Until the person is known it shows what the page was
 * painted with.
 */
export function Frame({ registry, loader, parts = partLoader }: Props) {
  const {
    i18n: { language },
  } = useTranslation('host');
  const subject = useSession((session) => session.subject);
  const isKnown = useSession((session) => session.status !== 'unknown');
  const narrow = useNarrow();
  /** The address at which the drawer was opened: on the next screen it is closed. */
  const [drawerOpenedAt, setDrawerOpenedAt] = useState<string | null>(null);
  const [isCollapsed, toggleCollapsed] = useCollapsedRail();
  const { pathname } = useLocation();
  const drawerIsOpen = drawerOpenedAt === pathname;
  const closeDrawer = () => setDrawerOpenedAt(null);
  const isFolded = isCollapsed && !narrow;

  const rail = (
    <Rail
      groups={isKnown ? menuFor(registry.screens, subject, language) : menuAhead(registry.screens, language)}
      actions={actionsOf(remotesWith('rail', registry.remotes, isKnown ? subject : plainMember), language)}
      preload={
        (screen) => void loader.load(screen).catch(() => undefined) /* the click retries and reports the failure */
      }
      isCollapsed={isFolded}
      {...(narrow ? { onClose: closeDrawer } : { onCollapse: toggleCollapsed })}
      foot={isKnown ? <PersonMenu isCollapsed={isFolded} /> : <PersonAhead isCollapsed={isFolded} />}
    >
      <RailParts remotes={registry.remotes} parts={parts} />
    </Rail>
  );
  return (
    <FrameLayout
      isCollapsed={isFolded}
      onSkip={skip}
      side={
        narrow ? (
          <Drawer isOpen={drawerIsOpen} onClose={closeDrawer}>
            {rail}
          </Drawer>
        ) : (
          <Side>{rail}</Side>
        )
      }
      top={
        <>
          {narrow && <MenuButton isOpen={drawerIsOpen} onOpen={() => setDrawerOpenedAt(pathname)} />}
          <Breadcrumb screens={registry.screens} />
          <PaletteOpener registry={registry} parts={parts} />
        </>
      }
      main={
        <SessionProblem>
          <Outlet />
        </SessionProblem>
      }
    />
  );
}

/** Skips to the content. The address stays, and Back still leads to the screen before. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}
