/** A file of the screen that comes next. */
export type NextFile = { readonly href: string; readonly as: string; readonly integrity?: string };

/** Whether somebody asked the browser to fetch no more than it must. */
export function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}

/** Fetches what comes after signing in while the person types. */
export function prefetch(files: readonly NextFile[]): void {
  for (const { href, as } of files) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = as;
    link.href = href;
    document.head.append(link);
  }
}
