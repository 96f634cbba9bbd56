import type { Dispatcher } from 'undici';
import { connectionLookup } from './look-up.ts';
import { proxyFor } from './proxies.ts';
import { namingProxy } from './proxy-failure.ts';

const connectWithinMs = 10_000;
/** The dispatchers, by the URL of the proxy; that without one is at ''. */
const dispatchers = new Map<string, Promise<Dispatcher>>();

async function openDispatcher(url: URL): Promise<Dispatcher> {
  const { dispatcherTo } = await import('./dispatchers.ts');
  return dispatcherTo(url, { connect: { timeout: connectWithinMs, lookup: connectionLookup } }).dispatcher;
}

/**
 * A fetch for addresses that the operator configures: through the proxy, if there is one for them, and with names
 * looked up in time. Takes a body of text. Throws a ProxyFailure.
 */
export const operatorFetch: typeof fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input);
  const proxy = proxyFor(url);
  const key = proxy?.url.href ?? '';
  const dispatcher = dispatchers.get(key) ?? openDispatcher(url);
  dispatchers.set(key, dispatcher);
  const { fetch } = await import('undici');
  const { method, headers, body, signal, redirect } = init;
  try {
    const response = await fetch(url, {
      ...(method === undefined ? {} : { method }),
      ...(redirect === undefined ? {} : { redirect }),
      ...(typeof body === 'string' ? { body } : {}),
      signal: signal ?? null,
      headers: Object.fromEntries(new Headers(headers)),
      dispatcher: await dispatcher,
    });
    // undici's response is Node's own, and its stream too
    return response as unknown as Response;
  } catch (error) {
    throw proxy === null ? error : namingProxy(error, proxy);
  }
};
