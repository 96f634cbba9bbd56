import * as z from '@parlance/shared/contract/schema';

/** The most characters of a name that somebody gives to a person, an organisation, a team or a role. */
export const nameMaxLength = 100;
export const givenName = z.string().check(z.trim(), z.minLength(1), z.maxLength(nameMaxLength));
