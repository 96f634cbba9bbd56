import { changeLanguage, startI18n, type Language } from '@parlance/shared/i18n';
import { createMemoryRouter, RouterProvider } from '@parlance/shared/router';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, type RenderResult } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { Suspense, type ReactNode } from 'react';
import { signIn, type SignedInAs } from './sign-in.ts';
import { allTexts } from './texts.ts';

export type Screen = RenderResult & {
  readonly user: UserEvent;
  /** Where the screen has led to: path, query and hash. */
  readonly location: () => string;
  readonly queries: QueryClient;
};

/**
 * Shows a screen as the shell would: texts, router, queries and, with `session`, somebody signed in. `path` is the
 * address in the browser; `route` its pattern, where the screen reads parameters. Requests are not repeated, so that a
 * failure is seen at once.
 */
export function renderScreen(
  ui: ReactNode,
  options: { path?: string; route?: string; language?: Language; session?: SignedInAs } = {},
): Screen {
  if (options.session !== undefined) signIn(options.session);
  const language = options.language ?? 'en';
  void startI18n({ resources: allTexts(), language }); // all texts are given, so it is done when it returns
  void changeLanguage(language);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });
  const router = createMemoryRouter(
    [
      { path: options.route ?? '*', element: <Suspense fallback={null}>{ui}</Suspense> },
      ...(options.route === undefined ? [] : [{ path: '*', element: null }]),
    ],
    { initialEntries: [options.path ?? '/'] },
  );
  const rendered = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const location = () => {
    const { pathname, search, hash } = router.state.location;
    return `${pathname}${search}${hash}`;
  };
  return { ...rendered, user: userEvent.setup(), location, queries };
}
