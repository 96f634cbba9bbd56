import type { Product } from '../../e2e/harness/product.ts';
import { demoPassword } from '../../e2e/harness/visitor.ts';

/** A signed-in caller of the API without a browser. */
export type ApiClient = {
  post(path: string, body: unknown): Promise<Response>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
};

/** Signs in a demonstration account. */
export async function signedInClient({ apiOrigin, origin }: Product, email: string): Promise<ApiClient> {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit) => {
    const headers = {
      origin,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-csrftoken': decodeURIComponent(cookies.get('csrftoken') ?? ''),
      ...Object.fromEntries(new Headers(init.headers)),
    };
    const answer = await fetch(`${apiOrigin}${path}`, { ...init, headers });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const client: ApiClient = {
    post: (path, body) => send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    get: (path, headers = {}) => send(path, { headers }),
  };
  await client.post('/auth/v1/sign_in', { email, password: demoPassword });
  await client.get('/auth/v1/whoami');
  return client;
}
