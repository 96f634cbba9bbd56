import { type Place, demoPassword } from './visitor.ts';

/**
 * A browser without pages: it keeps its cookies and echoes csrftoken. Of another service it asks by the whole address.
 */
export type Caller = (path: string, init?: RequestInit) => Promise<Response>;

/** Creates a caller who is not signed in. */
export function newCaller({ origin, apiBase }: Place): Caller {
  const cookies = new Map<string, string>();
  return async (path, init = {}) => {
    const headers = {
      origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
      ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const answer = await fetch(URL.canParse(path) ? path : `${apiBase}${path}`, { ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
}

/** Signs in a demonstration account. */
export async function signedInCaller(place: Place, email: string): Promise<Caller> {
  const caller = newCaller(place);
  const answer = await caller('/auth/v1/sign_in', {
    method: 'POST',
    body: JSON.stringify({ email, password: demoPassword }),
  });
  if (!answer.ok) throw new Error(`${email} could not sign in: ${answer.status} ${await answer.text()}`);
  // The first response of a session brings its csrftoken.
  await (await caller('/auth/v1/whoami')).arrayBuffer();
  return caller;
}
