import * as z from '@parlance/shared/contract/schema';

/** The most characters of an e-mail address (RFC 5321, section 4.5.3). */
export const emailMaxLength = 254;

/** An e-mail address as somebody typed it: surrounding spaces and the letter case do not matter. */
export const emailAddress = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(emailMaxLength), z.email());
