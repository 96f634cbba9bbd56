import axios, { AxiosHeaders, isAxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import type { ServiceName } from '../contract/endpoint.ts';
import { csrfTokenToEcho } from './cookies.ts';
import { takeEarly } from './early.ts';
import { earlyAdapter } from './early-adapter.ts';
import { readPageConfig } from './page-config.ts';
import { hearServerTime } from './server-clock.ts';
import { announceSessionEnd, doubtSessionAt } from './session-end.ts';

/** The request timeout in milliseconds, on every client (specification §9). */
export const requestTimeout = 60_000;
/** Milliseconds before the one retry of a 5xx on the main client (specification §8, §9). */
export const retryPause = 1000;
/** The path of the charts service whose 401 does not end the session (specification §4). */
const sessionDataPath = '/charts/v1/session-data';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Set once the one retry has been made. */
    retried?: boolean;
    /** Set once the request was repeated with the token that its refusal has set. */
    tokenRepeated?: boolean;
  }
}

/** Returns the base of a service from the page's configuration. */
export function baseOf(service: ServiceName): string {
  const config = readPageConfig();
  return { main: config.apiBase, charts: config.chartsBase, payment: config.paymentBase }[service];
}

/** Returns the headers of the main and charts services (specification §7), and the language of the person. */
export function headersFor(service: ServiceName): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': document.documentElement.lang || 'en' };
  const token = csrfTokenToEcho();
  if (service !== 'payment' && token !== null) headers['X-CSRFToken'] = token;
  return headers;
}

function createClient(service: ServiceName): AxiosInstance {
  const client = axios.create({
    timeout: requestTimeout,
    withCredentials: true,
    // The token is sent to both services of specification §7 and to no other; axios would go by the origin.
    withXSRFToken: false,
    paramsSerializer: (params) =>
      new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString(),
    ...(service === 'payment' ? {} : { headers: { 'Content-Type': 'application/json' } }),
  });
  client.interceptors.request.use((config) => {
    config.baseURL = baseOf(service);
    config.headers = AxiosHeaders.concat(config.headers, headersFor(service));
    const early = config.method === 'get' ? takeEarly(client.getUri(config)) : null;
    if (early !== null) config.adapter = earlyAdapter(early);
    return config;
  });
  return client;
}

/** Retries a 5xx once, after a second. A request that timed out (ECONNABORTED) has no response and is not retried. */
function retryOnce(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, async (error: unknown) => {
    const config = isAxiosError(error) ? error.config : undefined;
    if (!isAxiosError(error) || config === undefined || !worthARetry(error.response?.status, config)) throw error;
    config.retried = true;
    await pause(retryPause, config);
    return client.request(config);
  });
}

const worthARetry = (status: number | undefined, config: InternalAxiosRequestConfig) =>
  status !== undefined && status >= 500 && config.retried !== true;

function pause(milliseconds: number, config: InternalAxiosRequestConfig): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    // An aborted request proceeds at once, and axios refuses to send it.
    config.signal?.addEventListener?.('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Repeats a request with the new token. A tab that finds nobody signed in removes the token for all tabs (specification
 * §8); the refusal for its lack has restored it by the time it is read, and the request is sent once more. A person
 * without a session gets no token and is refused again. A read under a session that another request has meanwhile
 * replaced is repeated with the new one.
 */
function repeatWithNewToken(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    const config = isAxiosError(error) ? error.config : undefined;
    if (!isAxiosError<{ code?: string } | null>(error) || config === undefined || config.tokenRepeated === true)
      throw error;
    const present = csrfTokenToEcho();
    const isRead = config.method === 'get' && error.response?.status === 401 && present !== null;
    if (
      (!isRead && error.response?.data?.code !== 'csrf_failed') ||
      present === (config.headers.get('X-CSRFToken') ?? null)
    )
      throw error;
    config.tokenRepeated = true;
    return client.request(config);
  });
}

/** 401 on the charts service ends the session, except for the usage sessions (specification §4, §8). */
function endSessionOn401(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    if (
      isAxiosError(error) &&
      error.response?.status === 401 &&
      error.config?.url?.startsWith(sessionDataPath) !== true
    ) {
      announceSessionEnd();
    }
    throw error;
  });
}

/** Passes on refusals of the main service. Some of them make the session check who is signed in. */
function doubtSession(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    if (isAxiosError<{ code?: string } | null>(error))
      doubtSessionAt(error.response?.status, error.response?.data?.code);
    throw error;
  });
}

/** Reads the clock of the service that signs plan tokens, which are judged by it. */
function hearClock(client: AxiosInstance): void {
  client.interceptors.response.use((answer) => {
    hearServerTime(answer.headers['date']);
    return answer;
  });
}

const main = createClient('main');
hearClock(main);
retryOnce(main);
repeatWithNewToken(main);
doubtSession(main);
const charts = createClient('charts');
repeatWithNewToken(charts);
endSessionOn401(charts);

/** The three clients of specification §7. */
export const clients: Readonly<Record<ServiceName, AxiosInstance>> = { main, charts, payment: createClient('payment') };
