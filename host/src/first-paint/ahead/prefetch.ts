/** A file of the screen that comes next. */
export type NextFile = { readonly href: string; readonly as: string; readonly integrity?: string };

/** Whether somebody asked the browser to fetch no more than it must. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  );
}

/**
 * Fetches what comes after signing in while the person types, after all that this page needs itself. Gives the links.
 */
export function prefetch(files: readonly NextFile[]): readonly HTMLLinkElement[] {
  const links = files.map(({ href, as }) =>
    Object.assign(document.createElement('link'), { rel: 'prefetch', as, href }),
  );
  document.head.append(...links);
  return links;
}
