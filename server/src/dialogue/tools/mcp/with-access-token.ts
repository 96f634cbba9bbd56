import type { AccessTokens } from '../sign-in/access-tokens.ts';
import { bearerChallengeOf } from '../sign-in/challenge.ts';

/** The tokens that are remembered of one connection: the one in use, and the one before it. */
const rememberedAtMost = 2;

/**
 * Sends a request with a person’s access token (MCP specification of 2025-11-25, Access Token Usage). If the server
 * refuses it with 401, it has not looked at the request, which is sent once more with another token. Throws the refusal
 * of the tokens if that is refused too, or if the token does not allow what is asked (403, insufficient_scope).
 */
export async function withAccessToken(
  tokens: AccessTokens,
  signal: AbortSignal,
  send: (token: string) => Promise<Response>,
): Promise<Response> {
  const token = await tokens.current(signal);
  let response = await send(token);
  if (response.status === 401) {
    await response.body?.cancel();
    response = await send(await tokens.renewed(token, signal));
  }
  const challenge = bearerChallengeOf(response);
  const lacksScope = response.status === 403 && challenge?.error === 'insufficient_scope';
  if (response.status !== 401 && !lacksScope) return response;
  await response.body?.cancel();
  if (lacksScope) await tokens.noteChallenge({ scope: challenge.scope });
  throw tokens.refusal();
}

/** Returns headers without those that a token replaces. */
export const withoutAuthorization = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'));

/** Returns a function that adds a token to the secrets of a connection, in place of older ones. */
export function remembering(secrets: string[]): (token: string) => void {
  const others = secrets.length;
  return (token) => {
    if (secrets.includes(token)) return;
    secrets.push(token);
    secrets.splice(others, secrets.length - others - rememberedAtMost);
  };
}
