import type { Paint } from '@parlance/shared/remote/painted';
import { GivenTexts } from '@parlance/shared/i18n/given-texts';
import { plainMember } from '@parlance/shared/remote/requirement';
import { screenAt } from '@parlance/shared/remote/screen-at';
import { matchPath, MemoryRouter } from '@parlance/shared/router';
import { LoadingState } from '@parlance/shared/ui/page';
import { renderToStaticMarkup } from 'react-dom/server';
import { SearchButton } from '../../palette/search-button.tsx';
import { isApple } from '../../palette/shortcut.ts';
import { menuAhead } from '../../remotes/known/menu.ts';
import { readRegistry, titleOf } from '../../remotes/known/registry.ts';
import { remotesWith } from '../../remotes/known/remotes-with.ts';
import { Crumbs } from '../../frame/breadcrumb/crumbs.tsx';
import { FrameLayout, MenuButton, Side } from '../../frame/frame-layout.tsx';
import { ScreenOutline } from '../../frame/outline/outline.tsx';
import { PersonAhead } from '../../frame/person-ahead.tsx';
import { toolSignInScreen } from '../../frame/own-screens.ts';
import { actionsOf } from '../../frame/rail-actions.ts';
import { Rail } from '../../frame/rail.tsx';

/**
 * The frame and the outline of the screen at a path, as the shell draws them before it knows who is there: by the same
 * components, so that nothing moves when the shell takes their place. The web service runs it; of a person it knows
 * nothing.
 */
export const paint: Paint = ({ path, language, texts, remotes, userAgent, isCollapsed }) => {
  const registry = readRegistry(remotes);
  const screen = screenAt(registry.screens, path);
  if (screen?.frame === 'page' || matchPath(toolSignInScreen.path, path) !== null) return '';
  const rail = (
    <Rail
      groups={menuAhead(registry.screens, language)}
      actions={actionsOf(remotesWith('rail', registry.remotes, plainMember), language)}
      isCollapsed={isCollapsed}
      onCollapse={null}
      foot={<PersonAhead isCollapsed={isCollapsed} />}
    />
  );
  return renderToStaticMarkup(
    <GivenTexts language={language} texts={texts}>
      <MemoryRouter initialEntries={[path]}>
        <FrameLayout
          isCollapsed={isCollapsed}
          side={<Side>{rail}</Side>}
          top={
            <>
              <MenuButton isOpen={false} />
              <Crumbs screens={registry.screens} name={null} />
              <SearchButton isApple={isApple(userAgent)} />
            </>
          }
          main={
            screen === undefined ? (
              <LoadingState />
            ) : (
              <ScreenOutline title={titleOf(screen, language)} outline={screen.outline} />
            )
          }
        />
      </MemoryRouter>
    </GivenTexts>,
  );
};
