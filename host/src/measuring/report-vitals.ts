import { screenAt } from '@parlance/shared/remote/screen-at';
import type { Screen } from '../remotes/known/registry.ts';
import { whenLoadedAndIdle } from '../first-paint/when-idle.ts';

/** The part of the router that is read. */
type Router = { readonly state: { readonly location: { readonly pathname: string } } };

/**
 * Has the page report its speed when it unloads: with code that is fetched after everything else of the first page.
 * `since`: the start of the shell's page, as in StartShell.
 */
export function reportVitals(router: Router, screens: readonly Screen[], since: number): void {
  whenLoadedAndIdle(() => {
    import('./measure-vitals.ts').then(
      ({ measureVitals }) =>
        measureVitals(() => screenAt(screens, router.state.location.pathname)?.remote.remote, since),
      (error: unknown) =>
        console.warn('The code that takes how fast the page is could not be fetched; nothing else needs it.', error),
    );
  });
}
