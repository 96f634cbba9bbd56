/** The number of scopes that are asked for at most. */
const scopesAtMost = 100;
const scopeMaxLength = 300;

/** Returns the scopes of a text, each once; what is no scope (RFC 6749 §3.3) is left out. */
export const scopesOf = (...texts: readonly string[]): string[] =>
  [...new Set(texts.flatMap((text) => text.split(' ')))]
    .filter((scope) => scope.length <= scopeMaxLength && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))
    .slice(0, scopesAtMost);

type Asking = {
  /** The scopes that the server names when it asks for a sign-in. */
  readonly challenged: string;
  /** `scopes_supported` of the server. */
  readonly ofServer: readonly string[];
  /** `scopes_supported` of the authorization server. */
  readonly ofAuthorizationServer: readonly string[];
  /** What is wanted beside that: the scopes of the grant so far, and those that a call lacked. */
  readonly wanted: string;
};

/**
 * Returns the scopes to ask for, separated by spaces, in the order of the MCP specification (2025-11-25, Scope
 * Selection Strategy): those of the challenge, otherwise those that the server supports, otherwise none, so that the
 * authorization server decides. Where anything is asked for, `offline_access` is as well if the authorization server
 * offers it: without it some give no refresh token.
 */
export function scopeToAsk({ challenged, ofServer, ofAuthorizationServer, wanted }: Asking): string {
  const scopes = scopesOf(challenged === '' ? ofServer.join(' ') : challenged, wanted);
  return (
    scopes.length > 0 && ofAuthorizationServer.includes('offline_access')
      ? scopesOf('offline_access', ...scopes)
      : scopes
  ).join(' ');
}
