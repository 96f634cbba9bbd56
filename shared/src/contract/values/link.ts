import * as z from '@parlance/shared/contract/schema';

/** The secret in the address of a mail's link: 32 random bytes in base64url. */
export const linkToken = z.string().check(z.regex(/^[\w-]{43}$/));
