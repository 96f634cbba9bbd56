/** The contract's `password.ts`, whose schema this page does not load; a test holds them together. */
const minLength = 8;
const maxBytes = 1024;

/**
 * The key of what is wrong with a new password, where something is. The server refuses passwords that are easily
 * guessed.
 */
export function newPasswordFault(typed: string): { password?: string } {
  const password = typed.normalize('NFC');
  if ([...password].length < minLength) return { password: 'host.login.reset.short' };
  return new TextEncoder().encode(password).length > maxBytes || typed.length > maxBytes
    ? { password: 'host.login.reset.long' }
    : {};
}
