const safeSchemes = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address of a link in an answer, in full, or null if a click on it could run something. */
export function safeAddress(href: string | undefined): URL | null {
  if (href === undefined || href === '' || !URL.canParse(href, window.location.origin)) return null;
  const address = new URL(href, window.location.origin);
  return safeSchemes.has(address.protocol) ? address : null;
}

/** Returns the destination of a link for display: the host, or the mail address. */
export function destinationOf(address: URL): string {
  return address.protocol === 'mailto:' ? address.pathname : address.host;
}

/** Says whether a link's own text names its destination, so that it need not be repeated. */
export function namesDestination(words: unknown, destination: string): boolean {
  if (typeof words !== 'string') return false;
  const bare = words.replace(/^(?:https?:\/\/|mailto:)/i, '');
  return bare === destination || (bare.startsWith(destination) && /^[/?#]/.test(bare.slice(destination.length)));
}
