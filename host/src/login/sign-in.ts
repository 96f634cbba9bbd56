/** How an attempt to sign in ended. `code` is one of the contract's error codes, or where there was no answer. */
export type Outcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

export type Credentials = { readonly email: string; readonly password: string };

/** Specification §9: every client gives up after 60 s; one retry a second after a 5xx. */
const timeoutMs = 60_000;
const retryPauseMs = 1000;

/** `POST /auth/v1/sign_in` without axios and zod: the login page weighs a few KB. A test holds it against the contract. */
export async function signIn(apiBase: string, credentials: Credentials): Promise<Outcome> {
  try {
    let answer = await post(apiBase, credentials);
    if (answer.status >= 500) {
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
      answer = await post(apiBase, credentials);
    }
    if (answer.ok) {
      await answer.arrayBuffer(); // read to its end, so that leaving the page cuts nothing off
      return { kind: 'signed-in' };
    }
    return await refusal(answer);
  } catch {
    return { kind: navigator.onLine ? 'unreachable' : 'offline' };
  }
}

function post(apiBase: string, { email, password }: Credentials): Promise<Response> {
  const token = /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1];
  return fetch(`${apiBase}/auth/v1/sign_in`, {
    method: 'POST',
    credentials: 'include',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': document.documentElement.lang,
      ...(token === undefined ? {} : { 'X-CSRFToken': decodeURIComponent(token) }),
    },
    body: JSON.stringify({ email: email.trim(), password }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** What the envelope says; a proxy that answers without one is a server that cannot be reached. */
async function refusal(answer: Response): Promise<Outcome> {
  const body: unknown = await answer.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' ? body.code : null;
  if (said === null) return { kind: 'unreachable' };
  const message = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string' ? body.message : '';
  return { kind: 'refused', code: said, message };
}
