import * as z from '@parlance/shared/contract/schema';

/** The least characters of a new password, as a person counts them: an emoji is one. */
export const passwordMinLength = 8;
/** The most bytes of a password, which bounds the work of hashing it. */
export const passwordMaxBytes = 1024;

const lengthOf = (password: string) => [...password.normalize('NFC')].length;
const bytesOf = (password: string) => new TextEncoder().encode(password.normalize('NFC')).length;

/** A password that is asked for again. Nothing is required of one that was once accepted. */
export const currentPassword = z.string().check(z.minLength(1), z.maxLength(passwordMaxBytes));

/**
 * A new password: 8 characters to 1,024 bytes, of any kind. The server refuses an easily guessed one with
 * password_guessable.
 */
export const newPassword = z.string().check(
  z.maxLength(passwordMaxBytes),
  z.refine((password) => lengthOf(password) >= passwordMinLength && bytesOf(password) <= passwordMaxBytes),
);
