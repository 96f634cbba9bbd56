import type { finishToolSignIn } from '@parlance/shared/contract/api/tools/connected-accounts';
import type { Input } from '@parlance/shared/contract/endpoint';

/** What an authorization server gave the browser to bring here. */
export type AuthorizationResponse = Input<typeof finishToolSignIn>['body'];

/** The most characters of a value, as the contract has it. */
const valueMaxLength = 4_000;
const names = ['state', 'code', 'error', 'error_description', 'iss'] as const;

/**
 * Returns the parts of an authorization response in an address (RFC 6749 §4.1.2, RFC 9207), with the server that the
 * address is for. Null if it is none: without
 * a state, with neither or both of code and error, or with a parameter twice (§3.1).
 */
export function authorizationResponseIn(server: string, search: URLSearchParams): AuthorizationResponse | null {
  const given = Object.fromEntries(
    names.flatMap((name) => search.getAll(name).map((value) => [name, value] as const)),
  ) as Partial<Record<(typeof names)[number], string>>; // the keys are these
  if (names.some((name) => search.getAll(name).length > 1)) return null;
  const { state = '', code = '', error = '', error_description: description = '', iss = '' } = given;
  if (state === '' || (code === '') === (error === '')) return null;
  if ([server, state, code, error, iss].some((value) => value.length > valueMaxLength)) return null;
  return {
    server,
    state,
    ...(code === '' ? { error } : { code }),
    ...(description === '' ? {} : { error_description: description.slice(0, valueMaxLength) }),
    ...(iss === '' ? {} : { iss }),
  };
}
