import { redirectTo } from '@parlance/shared/redirect';
import { setNavigator, loginAddress } from '@parlance/shared/session';

/** Leads to the login page, whatever else redirects there, with the confirmation that the account is deleted. */
export function redirectAfterDeletion(): void {
  setNavigator({ toLogin: () => redirectTo(`${loginAddress(null)}?farewell`) });
}

/** Makes sign-out and session end a page boundary, after which nothing of the tenant is left in memory. */
export function startSessionRedirects(): void {
  setNavigator({ toLogin: (to) => redirectTo(loginAddress(to)), toStart: () => redirectTo('/') });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The browser's Back restored the page from its cache: only the server knows who may still see it.
    if (persisted) window.location.reload();
  });
}
