import { redirectTo } from '@parlance/shared/redirect';
import { setNavigator, loginAddress } from '@parlance/shared/session';

/** The login page is the next, whatever leads to it, and it says that the account is deleted. */
export function redirectAfterDeletion(): void {
  setNavigator({ toLogin: () => redirectTo(`${loginAddress(null)}?farewell`) });
}

/** Makes signing out and a session that ends a page boundary, after which nothing of the tenant is left in memory. */
export function startSessionRedirects(): void {
  setNavigator({ toLogin: (to) => redirectTo(loginAddress(to)), toStart: () => redirectTo('/') });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The browser's Back brought the page out of its cache as it was: only the server knows who may still see it.
    if (persisted) window.location.reload();
  });
}
