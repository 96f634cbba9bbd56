import { answerEvent, type Endpoint, type Input, type Output } from '../contract/endpoint.ts';
import { ApiFailure } from './api-failure.ts';
import { requestTimeout, retryPause } from './clients.ts';
import { type Connection, createConnection, isEventStream, stallDeadline } from './connection.ts';
import { csrfTokenToEcho } from './cookies.ts';
import { nameOf, parseData } from './parse-data.ts';
import { refused, request } from './request.ts';
import { parseAnswer } from './send.ts';

/** The data of a response, and the connection with the events that follow it; null if those have to be requested. */
export type Followed<E extends Endpoint> = { readonly data: Output<E>; readonly connection: Connection | null };

/**
 * Sends a request of the contract that is followed by events: `stream` reads them from the connection, and reconnects
 * if it is lost. Throws as `call` does, and retries what `call` retries.
 */
export async function callFollowed<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Followed<E>> {
  const connecting = createConnection({ answerWithin: requestTimeout, stallAfter: stallDeadline });
  const { signal, close } = connecting;
  try {
    const answer = await requestTwice(endpoint, input, signal);
    if (!answer.ok) throw await refused(endpoint, answer);
    // A server of an earlier release answers with the data alone.
    if (answer.body === null || !isEventStream(answer)) {
      const data = parseAnswer(endpoint, answer.status, await answer.json().catch(() => null));
      close();
      return { data, connection: null };
    }
    const connection = connecting.read(answer.body);
    const first = await connection.next();
    if (first?.event !== answerEvent) throw new Error('The stream broke off before its answer.');
    return { data: parseData(endpoint, answer.status, JSON.parse(first.data)), connection };
  } catch (error) {
    const reason: unknown = signal.reason;
    close();
    throw error instanceof ApiFailure ? error : failed(endpoint, error, reason);
  }
}

/**
 * Retries a 5xx once, after a second (specification §8); and at once a request that was refused for lack of the token
 * that the refusal has set.
 */
async function requestTwice(endpoint: Endpoint, input: unknown, signal: AbortSignal): Promise<Response> {
  const token = csrfTokenToEcho();
  const answer = await request(endpoint, input, { signal });
  if (answer.status === 403 && csrfTokenToEcho() !== token) return request(endpoint, input, { signal });
  if (answer.status < 500) return answer;
  await new Promise((resolve) => setTimeout(resolve, retryPause));
  return request(endpoint, input, { signal });
}

function failed(endpoint: Endpoint, cause: unknown, reason: unknown): ApiFailure {
  const what = nameOf(endpoint);
  const isLate = reason instanceof DOMException && reason.name === 'TimeoutError';
  return isLate
    ? new ApiFailure({ status: 0, code: 'timeout', message: `${what} did not answer in time.`, cause })
    : new ApiFailure({ status: 0, code: 'network', message: `${what} could not be reached: ${String(cause)}.`, cause });
}
