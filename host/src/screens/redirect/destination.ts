import { safePath } from '@parlance/shared/way-back';

export type Destination =
  | { readonly kind: 'here'; readonly path: string }
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'nowhere' };

/** Returns the destination of `/redirect?to=`: a path of this site, a page elsewhere over http or https, or nowhere. */
export function readDestination(to: string | null, origin: string): Destination {
  const path = safePath(to, origin);
  if (path !== null) return { kind: 'here', path };
  if (to === null || !/^https?:\/\//i.test(to) || !URL.canParse(to)) return { kind: 'nowhere' };
  const url = new URL(to);
  // A name and a password in an address make another host look like this one.
  if (url.username !== '' || url.password !== '') return { kind: 'nowhere' };
  if (url.origin !== origin) return { kind: 'elsewhere', url: url.href };
  const own = safePath(`${url.pathname}${url.search}${url.hash}`, origin);
  return own === null ? { kind: 'nowhere' } : { kind: 'here', path: own };
}
