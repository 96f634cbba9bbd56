import { changeLanguage, startI18n, type Language } from '@parlance/shared/i18n';
import { forgetLoaded } from '@parlance/shared/loading';
import { createMemoryRouter, RouterProvider } from '@parlance/shared/router';
import { render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Suspense, type ReactNode } from 'react';
import { signIn, type SignedInAs } from './sign-in.ts';
import { allTexts } from './texts.ts';

export type Screen = RenderResult & {
  readonly user: UserEvent;
  /** Where the screen has led to: path, query and hash. */
  readonly location: () => string;
};

/**
 * Shows a screen as the shell would: texts, router and, with `session`, somebody signed in. `path` is the
 * address in the browser; `route` its pattern, where the screen reads parameters. Requests are not repeated, so that a
 * failure is seen at once.
 */
export function renderScreen(
  ui: ReactNode,
  options: { path?: string; route?: string; language?: Language; session?: SignedInAs } = {},
): Screen {
  forgetLoaded();
  if (options.session !== undefined) signIn(options.session);
  const language = options.language ?? 'en';
  void startI18n({ resources: allTexts(), language }); // all texts are given, so it is done when it returns
  void changeLanguage(language);
  const router = createMemoryRouter(
    [
      { path: options.route ?? '*', element: <Suspense fallback={null}>{ui}</Suspense> },
      ...(options.route === undefined ? [] : [{ path: '*', element: null }]),
    ],
    { initialEntries: [options.path ?? '/'] },
  );
  const rendered = render(<RouterProvider router={router} />);
  const location = () => {
    const { pathname, search, hash } = router.state.location;
    return `${pathname}${search}${hash}`;
  };
  return { ...rendered, user: userEvent.setup(), location };
}
