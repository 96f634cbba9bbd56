import { operatorFetch } from '../outgoing/operator-fetch.ts';

const bodyMaxBytes = 64_000_000;

/**
 * A fetch that fails rather than filling the memory, and that follows no redirect to another host. Throws a
 * ProxyFailure.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await operatorFetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let total = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      total += bytes.byteLength;
      if (total > bodyMaxBytes) controller.error(new Error(`The model sent more than ${bodyMaxBytes} bytes.`));
      else controller.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(counted), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  });
};
