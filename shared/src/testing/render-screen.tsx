import { changeLanguage, startI18n, type Language } from '@parlance/shared/i18n';
import { forgetLoaded } from '@parlance/shared/loading';
import { createMemoryRouter, RouterProvider, type RouteObject } from '@parlance/shared/router';
import { render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Suspense, type ReactNode } from 'react';
import { signIn, type SignedInAs } from './sign-in.ts';
import { allTexts } from './texts.ts';

export type Screen = RenderResult & {
  readonly user: UserEvent;
  /** Returns the present location: path, query and hash. */
  readonly location: () => string;
};

type Options = { readonly path?: string; readonly language?: Language; readonly session?: SignedInAs };

/**
 * Renders a screen as the shell would: texts, router and, with `session`, a signed-in person. `path` is the address in
 * the browser; `route` its pattern, if the screen reads parameters. Requests are not retried, so that a failure is seen
 * at once.
 */
export function renderScreen(ui: ReactNode, { route, ...options }: Options & { readonly route?: string } = {}): Screen {
  const elsewhere: RouteObject[] = route === undefined ? [] : [{ path: '*', element: null }];
  return renderRoutes(
    [{ path: route ?? '*', element: <Suspense fallback={null}>{ui}</Suspense> }, ...elsewhere],
    options,
  );
}

/** Opens an address of a site that has these routes, with texts and, with `session`, a signed-in person. */
export function renderRoutes(routes: RouteObject[], { path = '/', language = 'en', session }: Options = {}): Screen {
  forgetLoaded();
  if (session !== undefined) signIn(session);
  void startI18n({ resources: allTexts(), language }); // all texts are given, so it is ready on return
  void changeLanguage(language);
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const rendered = render(<RouterProvider router={router} />);
  const location = () => {
    const { pathname, search, hash } = router.state.location;
    return `${pathname}${search}${hash}`;
  };
  return { ...rendered, user: userEvent.setup(), location };
}
