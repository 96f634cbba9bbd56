import type { getDeployment, openOperatorSession } from '@parlance/shared/contract/api/releases/operator';
import type { Output } from '@parlance/shared/contract/endpoint';
import { answerOf, timeoutMs, type Answer } from '../login/ask.ts';

export type Deployment = Output<typeof getDeployment>;
export type Remote = Deployment['remotes'][number];
export type Session = Output<typeof openOperatorSession>;

type Options = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly csrfToken?: string;
};

/** Sends a request of the contract to the operator's endpoints, below `/operator/v1`. */
export const askOperator = (
  apiBase: string,
  path: string,
  { method = 'GET', body, csrfToken }: Options = {},
): Promise<Answer> =>
  answerOf(() =>
    fetch(`${apiBase}/operator/v1${path}`, {
      method,
      credentials: 'include',
      cache: 'no-store',
      headers: {
        'Accept-Language': document.documentElement.lang,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(csrfToken === undefined ? {} : { 'X-CSRFToken': csrfToken }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }),
  );
