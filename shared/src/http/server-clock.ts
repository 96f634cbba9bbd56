/** The milliseconds that the main server's clock is ahead of this computer's; 0 until a response has told. */
let ahead = 0;

/**
 * Notes the server's time from a response (the Date header, RFC 9110 §6.6.1), to the second. A malformed date is
 * ignored.
 */
export function hearServerTime(date: unknown): void {
  const at = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  if (!Number.isNaN(at)) ahead = at - Date.now();
}

/** Returns the time on the main server, as far as this page can know. The computer's own clock may be hours off. */
export const serverNow = (): Date => new Date(Date.now() + ahead);
