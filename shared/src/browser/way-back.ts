/**
 * Returns the part of an address after the origin, if it is a path of this site; otherwise null. An address that a
 * browser would take for another origin (`//evil.example`, `/\evil.example`, `javascript:`) is none, nor is a way back
 * to the login.
 */
export function safePath(wish: string | null | undefined, origin: string = window.location.origin): string | null {
  if (wish === null || wish === undefined || !wish.startsWith('/') || hasTrickyStart(wish)) return null;
  if (!URL.canParse(wish, origin)) return null;
  const address = new URL(wish, origin);
  if (address.origin !== origin) return null;
  const path = `${address.pathname}${address.search}${address.hash}`;
  // Checks the result again: `/.//evil.example` begins well and is resolved to `//evil.example`.
  return hasTrickyStart(path) || /^\/auth(\/|\?|#|$)/.test(path) ? null : path;
}

/** Matches two slashes of either kind, also with tabs and line breaks between them, which browsers drop. */
const hasTrickyStart = (path: string) => /^\/[\t\n\r]*[/\\]/.test(path);

/** Returns the place to return to after a detour: the `to` of an address, if it is a path of this site. */
export const wayBack = (search: string): string | null => safePath(new URLSearchParams(search).get('to'));

/** Returns an address that remembers where to return; null is nowhere in particular. */
export const withWayBack = (address: string, to: string | null): string =>
  to === null ? address : `${address}?to=${encodeURIComponent(to)}`;
