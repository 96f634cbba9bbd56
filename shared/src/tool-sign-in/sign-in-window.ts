export type SignInWindow = {
  /** Leads the window to an address; one that is not of the web closes it and throws. */
  readonly leadTo: (address: string) => void;
  readonly close: () => void;
};

/**
 * Opens an empty window with a sentence in it. Browsers allow this only while a click is being handled, so the address
 * comes later. Returns null if the browser has blocked it.
 */
export function openSignInWindow(sentence: string): SignInWindow | null {
  const opened = window.open('', '_blank');
  if (opened === null) return null;
  // The page of somebody else must not reach back into this one.
  opened.opener = null;
  opened.document.title = sentence;
  opened.document.body.textContent = sentence;
  return {
    leadTo: (address) => opened.location.replace(address),
    close: () => opened.close(),
  };
}

/** Says whether an address is one of the web. Any other, such as `javascript:`, would run in this page’s name. */
export const isWebAddress = (address: string): boolean =>
  URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol);
