/** A failure that the server answered. `code` is one of the contract's. */
export type Refusal = {
  readonly kind: 'refused';
  readonly code: string;
  /** The server's sentence, in the language of the page. */
  readonly message: string;
  /** Whole seconds after which trying again can succeed. */
  readonly retryAfter: number | null;
  /** What the answer says of a part of the request, by its path. */
  readonly issues: Readonly<Record<string, string>>;
};

/** How a request ended. `data` is the contract's answer, unchecked. */
export type Answer =
  | { readonly kind: 'done'; readonly data: unknown }
  | Refusal
  | { readonly kind: 'offline' }
  | { readonly kind: 'unreachable' };

/** Specification §9: every client gives up after 60 s; one retry a second after a 5xx. */
export const timeoutMs = 60_000;
const retryPauseMs = 1000;

/**
 * A POST of the contract without axios and zod: the login page weighs a few KB. The tests hold what is sent against the
 * contract.
 */
export const ask = (apiBase: string, path: string, body?: object): Promise<Answer> =>
  answerOf(async () => {
    const token = csrfToken();
    const answer = await post(`${apiBase}${path}`, body);
    // A tab that finds nobody signed in removes the token (specification §8), which the refusal has then given back.
    return answer.status === 403 && csrfToken() !== token ? post(`${apiBase}${path}`, body) : answer;
  });

/** How the request of `send` ended. It is repeated once where the server failed. */
export async function answerOf(send: () => Promise<Response>): Promise<Answer> {
  try {
    let answer = await send();
    if (answer.status >= 500) {
      await new Promise((resolve) => setTimeout(resolve, retryPauseMs));
      answer = await send();
    }
    // Read to its end, so that leaving the page cuts nothing off. A proxy may answer with no JSON at all.
    const said = (await answer.json().catch(() => null)) as Envelope | null;
    if (said?.success === true) return { kind: 'done', data: said.data };
    return said?.code === undefined ? { kind: 'unreachable' } : refusal(answer, said.code, said);
  } catch {
    return { kind: navigator.onLine ? 'unreachable' : 'offline' };
  }
}

/** The envelope of every answer, as far as it is looked at. */
type Envelope = {
  readonly success?: boolean;
  readonly data?: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
};

/**
 * The server's token needs no encoding. A token with other characters is not the server's, and its next answer brings
 * the right one.
 */
const csrfToken = () => /(?:^|; )csrftoken=([\w.~-]+)(?:;|$)/.exec(document.cookie)?.[1];

function post(address: string, body: object | undefined): Promise<Response> {
  const token = csrfToken();
  return fetch(address, {
    method: 'POST',
    credentials: 'include',
    headers: {
      'Accept-Language': document.documentElement.lang,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { 'X-CSRFToken': token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}

function refusal(answer: Response, code: string, { message = '', issues = [] }: Envelope): Refusal {
  const wait = Number(answer.headers.get('retry-after') ?? NaN);
  return {
    kind: 'refused',
    code,
    message,
    retryAfter: wait > 0 ? Math.ceil(wait) : null,
    issues: Object.fromEntries(issues.map((issue) => [issue.path, issue.message])),
  };
}
