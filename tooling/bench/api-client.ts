import { signedInCaller } from '../../e2e/harness/caller.ts';
import type { Place } from '../../e2e/harness/visitor.ts';

/** A signed-in caller of the API without a browser; of another service by its whole URL. Throws if it is refused. */
export type ApiClient = {
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  put(path: string, body: unknown): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
};

/** Signs in a demonstration account. */
export async function signedInClient(place: Place, email: string): Promise<ApiClient> {
  const caller = await signedInCaller(place, email);
  const send = async (path: string, init: RequestInit) => {
    const answer = await caller(path, init);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const withBody =
    (method: string) =>
    (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      send(path, { method, headers, body: JSON.stringify(body) });
  return { post: withBody('POST'), put: withBody('PUT'), get: (path, headers = {}) => send(path, { headers }) };
}
