import { Navigate, Outlet as RouteOutlet, useLocation, type RouteObject } from '@parlance/shared/router';
import { placeAt, screenAt } from '@parlance/shared/remote/screen-at';
import type { ReactNode } from 'react';
import { Guarded, Leave } from '../remotes/draw/guarded.tsx';
import { Coming } from '../remotes/draw/coming.tsx';
import { Outlet, ScreenFailure } from '../remotes/draw/outlet.tsx';
import type { PartLoader } from '../remotes/known/parts.ts';
import type { Registry, Screen } from '../remotes/known/registry.ts';
import { ScreenBoundary } from '../remotes/draw/screen-boundary.tsx';
import type { ScreenLoader } from '../remotes/load/screen-loader.ts';
import { ErrorScreen } from '../screens/error/error.tsx';
import { NotFound } from '../screens/not-found/not-found.tsx';
import { Redirect } from '../screens/redirect/redirect.tsx';
import { RouteFocus } from './route-focus/route-focus.tsx';
import { Frame } from './frame.tsx';
import { OwnScreen } from './own-screen.tsx';
import { profileScreen, toolSignInScreen } from './own-screens.ts';
import { PageFrame } from './page-frame.tsx';
import { PageTitle } from './page-title.tsx';

type Options = {
  readonly registry: Registry;
  readonly loader: ScreenLoader;
  readonly parts?: PartLoader;
  /** True if the previous page was another one in the same document, which no browser announces. */
  readonly isTakenOver?: boolean;
};

/**
 * Returns all routes of the site: the shell’s own, and those of the registry. Each screen has its own error boundary.
 */
export function routesFor({ registry, loader, parts, isTakenOver = false }: Options): RouteObject[] {
  const isServed = (path: string) => screenAt(registry.screens, path) !== undefined;
  const route = (screen: Screen): RouteObject => ({
    path: screen.path,
    element: (
      <>
        <PageTitle screen={screen} />
        <Guarded requires={screen.requires} isServed={isServed} waiting={<Coming screen={screen} />}>
          <Outlet screen={screen} loader={loader} />
        </Guarded>
      </>
    ),
    children: screen.children.map((path) => ({ path, element: null })),
  });
  const nothingThere = (requires: Screen['requires']) => (
    <Guarded requires={requires} isServed={isServed}>
      <NotFound />
    </Guarded>
  );
  const framed = registry.screens.filter(({ frame }) => frame === 'shell').map(route);
  const alone = registry.screens.filter(({ frame }) => frame === 'page').map(route);
  return [
    {
      element: (
        <ShellBoundary>
          <RouteOutlet />
          <RouteFocus placeAt={(path) => placeAt(registry.screens, path)} isTakenOver={isTakenOver} />
        </ShellBoundary>
      ),
      HydrateFallback: () => null,
      children: [
        {
          element: <Frame registry={registry} loader={loader} {...(parts === undefined ? {} : { parts })} />,
          children: [
            ...framed,
            {
              path: profileScreen.path,
              element: (
                <Guarded requires={profileScreen.requires} isServed={isServed}>
                  <OwnScreen title={profileScreen.title} load={() => import('../screens/profile/profile.tsx')} />
                </Guarded>
              ),
            },
            ...registry.reserved.map(({ path, requires }): RouteObject => ({ path, element: nothingThere(requires) })),
            { path: '*', element: nothingThere({}) },
          ],
        },
        {
          element: <PageFrame />,
          children: [
            ...alone,
            {
              path: toolSignInScreen.path,
              element: (
                <Guarded requires={toolSignInScreen.requires} isServed={isServed}>
                  <OwnScreen
                    title={toolSignInScreen.title}
                    load={() => import('../screens/tool-sign-in/tool-sign-in.tsx')}
                  />
                </Guarded>
              ),
            },
            { path: '/error', element: <ErrorScreen /> },
            { path: '/redirect', element: <Redirect /> },
            { path: '/auth/*', element: <ToLogin /> },
            { path: '/terms', element: <Navigate to="/terms/privacy-policy" replace /> },
          ],
        },
      ],
    },
  ];
}

/**
 * Catches failures of the shell itself, outside any screen: the same text, cleared when the path changes (specification
 * §2).
 */
function ShellBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ScreenBoundary path={pathname} fallback={(retry) => <ScreenFailure onRetry={retry} />}>
      {children}
    </ScreenBoundary>
  );
}

/** Leaves the shell for the login, a page of its own: every address below /auth leads there. */
function ToLogin() {
  const { search } = useLocation();
  return <Leave to={`/auth/login${search}`} />;
}
