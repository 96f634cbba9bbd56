type Load = (path: string) => void;

let load: Load = (path) => window.location.assign(path);
let isRedirecting = false;

/**
 * Loads another page of this site, so that nothing of this one stays in memory. Only the first wish counts: after a sign-out
 * nobody sends the person back to where they were.
 */
export function redirectTo(path: string): void {
  if (isRedirecting) return;
  isRedirecting = true;
  load(path);
  // It has broken off what was under way, and that is told meanwhile: a download is a navigation that never ends.
  isRedirecting = true;
}

/** A test hears where the page would go: its browser cannot load another one. */
export function onRedirect(listener: Load): void {
  load = listener;
  isRedirecting = false;
}

// Somebody who is asked may stay, and a load can be stopped: the page goes on then. Not every browser tells.
const { navigation } = window as Partial<Window>;
navigation?.addEventListener('navigateerror', () => (isRedirecting = false));
