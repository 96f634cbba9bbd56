const safeSchemes = new Set(['http:', 'https:', 'mailto:']);

/** The address of a link in an answer, in full, or null where a click on it could run something. */
export function safeAddress(href: string | undefined): URL | null {
  if (href === undefined || href === '' || !URL.canParse(href, window.location.origin)) return null;
  const address = new URL(href, window.location.origin);
  return safeSchemes.has(address.protocol) ? address : null;
}

/** Where a link leads, for the eye: the host, or the mail address. */
export function destinationOf(address: URL): string {
  return address.protocol === 'mailto:' ? address.pathname : address.host;
}
