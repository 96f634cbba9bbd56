import { readFileSync } from 'node:fs';
import { ApiError } from '../../platform/errors/api-error.ts';

/** Common passwords of eight characters and more, from lists of stolen ones, in lower case. */
const common = new Set(
  JSON.parse(readFileSync(new URL('./common-passwords.json', import.meta.url), 'utf8')) as string[],
); // our own file: a list of texts

/** The minimum of distinct characters: with fewer, a password is just a row. */
const fewestCharacters = 4;

/**
 * Throws password_guessable for one that attackers try first: a common one in any letter case, a row of a few
 * characters, the e-mail address or its local part. There is no other rule.
 */
export function refuseGuessable(password: string, email: string, path = 'body.password'): void {
  const lower = password.normalize('NFC').toLowerCase();
  const [mailbox = ''] = email.split('@');
  const isGuessable =
    common.has(lower) || new Set(lower).size < fewestCharacters || lower === email || lower === mailbox;
  if (isGuessable) throw new ApiError('password_guessable', { issues: [{ path, message: 'guessable' }] });
}
