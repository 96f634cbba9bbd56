import * as z from '@parlance/shared/contract/schema';

/** Digits of a code that is sent by e-mail. */
export const codeLength = 6;
/** Minutes a code is valid. */
export const codeMinutes = 10;
/** Wrong entries that invalidate a code; then a new one has to be sent. */
export const codeTries = 5;
/** Seconds before another one can be sent. */
export const codeResendSeconds = 60;

/** A code as typed in. A field that accepts pasted text removes spaces and hyphens first. */
export const enteredCode = z.string().check(z.trim(), z.regex(/^\d{6}$/));

/** A code under way. Times are in seconds from now, because the clock of a browser may be wrong. */
export const sentCode = z.object({
  /** Seconds until another one can be sent; 0 if it can already. */
  resend_in: z.int(),
  /** Seconds until it expires; 0 once it has. */
  expires_in: z.int(),
  tries_left: z.int(),
});
export type SentCode = z.infer<typeof sentCode>;
