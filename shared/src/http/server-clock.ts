/** Milliseconds that the main server's clock is ahead of this computer's; 0 until it has said what time it is. */
let ahead = 0;

/**
 * What time it was there when it answered (the Date header, RFC 9110 §6.6.1), to the second. A malformed date is
 * ignored.
 */
export function hearServerTime(date: unknown): void {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** What time it is on the main server, as far as this page can know. The computer's own clock may be hours off. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
