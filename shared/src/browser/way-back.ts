/**
 * The part of an address after the origin, where it is a path of this site; otherwise null. What a browser would read
 * as another origin (`//evil.example`, `/\evil.example`, `javascript:`) is none, nor is a way back to the login.
 */
export function safePath(wish: string | null | undefined, origin: string = window.location.origin): string | null {
  if (wish === null || wish === undefined || !wish.startsWith('/') || hasTrickyStart(wish)) return null;
  if (!URL.canParse(wish, origin)) return null;
  const address = new URL(wish, origin);
  if (address.origin !== origin) return null;
  const path = `${address.pathname}${address.search}${address.hash}`;
  // Once more on what came out: `/.//evil.example` begins well and is read as `//evil.example`.
  return hasTrickyStart(path) || /^\/auth(\/|\?|#|$)/.test(path) ? null : path;
}

/** Two slashes of either kind, also with the tabs and line breaks between them that browsers leave out. */
const hasTrickyStart = (path: string) => /^\/[\t\n\r]*[/\\]/.test(path);

/**
 * Where somebody wanted to be before something else had to be done: the `to` of an address, where it is a path of this
 * site.
 */
export const wayBack = (search: string): string | null => safePath(new URLSearchParams(search).get('to'));

/** An address that remembers where to go on afterwards; null is nowhere in particular. */
export const withWayBack = (address: string, to: string | null): string =>
  to === null ? address : `${address}?to=${encodeURIComponent(to)}`;
