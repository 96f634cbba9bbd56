import '@parlance/shared/ui/tokens.css';
import { startI18n } from '@parlance/shared/i18n';
import { registryOfPage } from '@parlance/shared/remote/registry-of-page';
import { createBrowserRouter, RouterProvider } from '@parlance/shared/router';
import { loadSession } from '@parlance/shared/session';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { focusedLink, focusLink } from './first-paint/painted/kept-focus.ts';
import { registerFederation } from './remotes/load/federation.ts';
import { offerFederationRuntime } from './remotes/load/federation-runtime.ts';
import { readRegistry } from './remotes/known/registry.ts';
import { screenLoader } from './remotes/load/screen-loader.ts';
import { startScreenOfPage } from './remotes/load/start-screen.ts';
import { startShellConsent } from './consent/shell-consent.ts';
import { greetNewcomer } from './session/greet-newcomer.ts';
import { startSessionRedirects } from './session/session-redirects.ts';
import { measureWhenIdle } from './measuring/measure-when-idle.ts';
import { tellOfConnection } from './frame/notices/connection.ts';
import { startNotices } from './frame/notices/notices.ts';
import { reportScreens } from './measuring/report-screens.ts';
import { reportVitals } from './measuring/report-vitals.ts';
import { tellOfReleases } from './releases/tell-of-releases.ts';
import { routesFor } from './frame/routes.tsx';
import { startOrWait } from './first-paint/waiting-shell.ts';

await startOrWait(async (since) => {
  const registry = readRegistry(registryOfPage());
  for (const fault of registry.faults) console.error(fault);
  offerFederationRuntime();
  registerFederation(registry.remotes);
  startSessionRedirects();

  // The session, the texts and the first screen's code load in parallel; none of them waits for another.
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
  // Synchronously, so that the painted page is replaced by the shell at once.
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
