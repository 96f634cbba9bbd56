/** A file of the shell or of the screen that comes next. */
export type NextFile = { readonly href: string; readonly as: string; readonly integrity?: string };

/** Fetches what comes after signing in while the person types; on a connection that saves data it does not. */
export function prefetch(files: readonly NextFile[]): void {
  const connection: unknown = Reflect.get(navigator, 'connection');
  if (typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true) return;
  for (const { href, as } of files) {
    if (document.querySelector(`link[href="${CSS.escape(href)}"]`) !== null) continue;
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.as = as;
    link.href = href;
    document.head.append(link);
  }
}
