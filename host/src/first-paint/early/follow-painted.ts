/**
 * Follows a link of the painted frame (host/src/first-paint/painted) by the code that is on its way: another page would
 * begin everything anew. The address changes at once, and the shell begins at it. Where nothing is on its way any more
 * the browser follows it.
 */
export function followPainted(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('[data-painted] a') : null;
  if (
    link === null ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey ||
    document.readyState === 'complete'
  )
    return;
  event.preventDefault();
  if (link.hash === '#main') return document.getElementById('main')?.focus();
  history.pushState(null, '', link.href);
  document.querySelector('[data-painted] nav a[aria-current]')?.removeAttribute('aria-current');
  link.setAttribute('aria-current', 'page');
}
