import type { sendForm } from '@parlance/shared/contract/api/automations/automation-events';
import type { Input } from '@parlance/shared/contract/endpoint';
import { answerOf, timeoutMs, type Answer } from '../login/ask.ts';

const addressOf = (apiBase: string, token: string) => `${apiBase}/forms/v1/${encodeURIComponent(token)}`;

/** A client without cookies: a form is anonymous, even for a signed-in person. */
const anonymous = () =>
  ({
    credentials: 'omit',
    headers: { 'Accept-Language': document.documentElement.lang },
    signal: AbortSignal.timeout(timeoutMs),
  }) as const;

/** Requests the form of a link. */
export const askForm = (apiBase: string, token: string): Promise<Answer> =>
  answerOf(() => fetch(addressOf(apiBase, token), anonymous()));

/** Submits the form. The same key twice does the work once, so that it may be retried. */
export function postForm(apiBase: string, token: string, body: Input<typeof sendForm>['body']): Promise<Answer> {
  return answerOf(() => {
    const { headers, ...rest } = anonymous();
    return fetch(addressOf(apiBase, token), {
      ...rest,
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  });
}
