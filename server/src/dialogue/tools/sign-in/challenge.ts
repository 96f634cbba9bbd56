import { scopesOf } from './scopes.ts';

/** What a Bearer challenge says (RFC 6750 §3, RFC 9728 §5.1). */
export type BearerChallenge = {
  /** The address of the protected resource metadata; null if it names none. */
  readonly resourceMetadata: string | null;
  /** The scopes that are needed, separated by spaces; empty if it names none. */
  readonly scope: string;
  /** Such as `invalid_token` or `insufficient_scope`; null without one. */
  readonly error: string | null;
};

type Challenge = { readonly scheme: string; readonly parameters: Map<string, string> };

/**
 * Returns the Bearer challenge of a response, the most telling one if there are several; null without one. All
 * challenges may be in one header (RFC 9110 §11.6.1), with parameters in any order, quoted or not.
 */
export function bearerChallengeOf({ headers }: Pick<Response, 'headers'>): BearerChallenge | null {
  const bearers = challengesIn(headers.get('www-authenticate') ?? '').filter(({ scheme }) => scheme === 'bearer');
  if (bearers.length === 0) return null;
  const first = (name: string) => bearers.map(({ parameters }) => parameters.get(name)).find((value) => value);
  return {
    resourceMetadata: first('resource_metadata') ?? null,
    scope: scopesOf(first('scope') ?? '').join(' '),
    error: first('error') ?? null,
  };
}

/** Parses a WWW-Authenticate header; schemes and names are in lower case. What is no challenge is left out. */
export function challengesIn(text: string): Challenge[] {
  const challenges: Challenge[] = [];
  let at = 0;
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at += found[0].length;
    return found;
  };
  while (at < text.length) {
    next(/[\s,]*/y);
    const word = next(/[\w!#$%&'*+.^`|~-]+/y)?.[0].toLowerCase();
    const value = word === undefined ? null : next(/\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/sy);
    if (word === undefined) at += 1;
    else if (value === null) {
      challenges.push({ scheme: word, parameters: new Map() });
      // Credentials of other schemes, such as those of Negotiate.
      next(/ +[\w.~+/-]+=*(?=\s*(?:,|$))/y);
    } else {
      const parameters = challenges.at(-1)?.parameters;
      if (parameters?.has(word) === false) parameters.set(word, value[1]?.replace(/\\(.)/gs, '$1') ?? value[2] ?? '');
    }
  }
  return challenges;
}
