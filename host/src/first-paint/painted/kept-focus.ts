/** Which link of the painted frame has the focus, by its address; null where none has. */
export const focusedLink = (root: HTMLElement): string | null =>
  root.contains(document.activeElement) ? (document.activeElement?.getAttribute('href') ?? null) : null;

/** Gives the focus to the link that has taken the place of a painted one. */
export function focusLink(root: HTMLElement, href: string | null): void {
  if (href !== null)
    root.querySelector<HTMLAnchorElement>(`a[href="${CSS.escape(href)}"]`)?.focus({ preventScroll: true });
}
