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

/** Whether a link's own words say truly where it leads, so that it need not be said again. */
export function namesDestination(words: unknown, destination: string): boolean {
  if (typeof words !== 'string') return false;
  const bare = words.replace(/^(?:https?:\/\/|mailto:)/i, '');
  return bare === destination || (bare.startsWith(destination) && /^[/?#]/.test(bare.slice(destination.length)));
}
