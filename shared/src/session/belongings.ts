/**
 * What was typed and not sent waits in this tab's session storage, for the same person to sign in again. Whoever signs
 * out, or finds somebody else signed in, leaves none of it behind.
 */
export function dropBelongings(): void {
  try {
    window.sessionStorage.clear();
  } catch (denied) {
    // Storage that is denied holds nothing.
    if (!(denied instanceof DOMException)) throw denied;
  }
}
