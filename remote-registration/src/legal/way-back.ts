/** What a browser might read as another origin, in a path: two slashes, a backslash, and the white space it leaves out between. */
const tricky = /[\\\s]|\/\.*\//;

/**
 * Where somebody wanted to be before a document had to be accepted: the `to` of the address, as it is for the login. Only
 * a path of this site; anything else is nowhere.
 */
export function wayBack(search: string): string | null {
  const to = new URLSearchParams(search).get('to');
  const { origin } = window.location;
  if (to === null || !to.startsWith('/') || !URL.canParse(to, origin)) return null;
  const { origin: ofWish, pathname, search: query, hash } = new URL(to, origin);
  if (ofWish !== origin || [to.split(/[?#]/, 1)[0] ?? '', pathname].some((path) => tricky.test(path))) return null;
  return `${pathname}${query}${hash}`;
}

/** A document’s address that remembers the way back. */
export const withWayBack = (path: string, to: string | null): string => (to === null ? path : `${path}?to=${encodeURIComponent(to)}`);
