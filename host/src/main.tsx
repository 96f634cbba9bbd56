import '@parlance/shared/ui/tokens.css';
import { startI18n } from '@parlance/shared/i18n';
import { registryOfPage } from '@parlance/shared/remote/registry-of-page';
import { createBrowserRouter, RouterProvider } from '@parlance/shared/router';
import { loadSession } from '@parlance/shared/session';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { focusedLink, focusLink } from './painted/kept-focus.ts';
import { registerFederation } from './remotes/federation.ts';
import { offerFederationRuntime } from './remotes/federation-runtime.ts';
import { readRegistry } from './remotes/registry.ts';
import { screenLoader } from './remotes/screen-loader.ts';
import { startScreenOfPage } from './remotes/start-screen.ts';
import { startShellConsent } from './shell/cookie-consent/shell-consent.ts';
import { greetNewcomer } from './shell/greet-newcomer.ts';
import { startSessionRedirects } from './shell/session-redirects.ts';
import { measureWhenIdle } from './shell/measure-when-idle.ts';
import { tellOfConnection } from './shell/notices/connection.ts';
import { startNotices } from './shell/notices/notices.ts';
import { reportScreens } from './shell/releases/report-screens.ts';
import { reportVitals } from './shell/releases/report-vitals.ts';
import { tellOfReleases } from './shell/releases/tell-of-releases.ts';
import { routesFor } from './shell/routes.tsx';
import { startOrWait } from './waiting-shell.ts';

await startOrWait(async (since) => {
  const registry = readRegistry(registryOfPage());
  for (const fault of registry.faults) console.error(fault);
  offerFederationRuntime();
  registerFederation(registry.remotes);
  startSessionRedirects();

  // Who the person is, the texts and the first screen's code are asked for at once; none of them waits for another.
  void loadSession().catch((error: unknown) => console.error('The session could not be loaded.', error));
  await startI18n();
  startScreenOfPage(registry, screenLoader);

  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no element #root; host/pages/shell.html has lost it.');
  const router = createBrowserRouter(routesFor({ registry, loader: screenLoader, isTakenOver: since > 0 }));
  const consent = startShellConsent();
  measureWhenIdle(router, registry.screens, consent);
  startNotices();
  tellOfConnection();
  tellOfReleases(registry);
  reportScreens();
  reportVitals(router, registry.screens, since);
  const focused = focusedLink(container);
  // At once, so that what is painted goes when the shell stands in its place.
  flushSync(() =>
    createRoot(container).render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    ),
  );
  focusLink(container, focused);
  greetNewcomer(consent);
});
