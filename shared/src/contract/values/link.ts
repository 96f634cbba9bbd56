import * as z from '@parlance/shared/contract/schema';

/** The secret of a link in a mail, as it stands in the address: 32 random bytes in base64url. */
export const linkToken = z.string().check(z.regex(/^[\w-]{43}$/));
