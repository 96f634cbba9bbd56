import { randomUuid } from './random-uuid.ts';

/**
 * Returns a source of idempotency keys: the same for a request retried after a failure, and a new one for another
 * request, which the server would refuse with the same.
 */
export function attemptKeys(): (request: unknown) => string {
  let last = { said: '', key: '' };
  return (request) => {
    const said = JSON.stringify(request);
    if (last.said !== said) last = { said, key: randomUuid() };
    return last.key;
  };
}
