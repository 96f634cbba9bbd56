import * as z from '@parlance/shared/contract/schema';
import { canonicalEmail, emailMaxLength, emailPattern } from './email-address.ts';

export { emailMaxLength } from './email-address.ts';

/**
 * An e-mail address as somebody typed it, in the one form in which it is stored and compared: surrounding spaces, the
 * letter case and the script of the domain do not matter.
 */
export const emailAddress = z
  .string()
  .check(z.overwrite(canonicalEmail), z.maxLength(emailMaxLength), z.email({ pattern: emailPattern }));

/** An address that is stored: it was checked when it came, by the rules of that time. */
export const storedEmail = z.email({ pattern: /^[^\s@]+@[^\s@]+$/ });
