type Load = (path: string) => void;

let load: Load = (path) => window.location.assign(path);
let isRedirecting = false;

/**
 * Loads another page of this site, so that nothing of this one stays in memory. Only the first redirect counts, so that
 * nothing sends a person back after a sign-out.
 */
export function redirectTo(path: string): void {
  if (isRedirecting) return;
  isRedirecting = true;
  load(path);
  // The redirect aborts a navigation under way, such as a download, and its navigateerror may reset the flag meanwhile.
  isRedirecting = true;
}

/** Replaces the page load in a test, whose browser cannot load another page. */
export function onRedirect(listener: Load): void {
  load = listener;
  isRedirecting = false;
}

// A person may choose to stay, or stop the load. The page then stays alive. Not every browser reports this.
const { navigation } = window as Partial<Window>;
navigation?.addEventListener('navigateerror', () => (isRedirecting = false));
