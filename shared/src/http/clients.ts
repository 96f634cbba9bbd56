import axios, { AxiosHeaders, isAxiosError, type AxiosInstance, type InternalAxiosRequestConfig } from 'axios';
import type { ServiceName } from '../contract/endpoint.ts';
import type { ErrorCode } from '../contract/errors.ts';
import { csrfTokenToEcho } from './cookies.ts';
import { readPageConfig } from './page-config.ts';
import { announceSessionDoubt, announceSessionEnd } from './session-end.ts';

/** Milliseconds until a request is given up, on every client (specification §9). */
export const requestTimeout = 60_000;
/** Milliseconds before the one retry of a 5xx on the main client (specification §8, §9). */
export const retryPause = 1000;
/** The path of the charts service whose 401 does not end the session (specification §4). */
const sessionDataPath = '/charts/v1/session-data';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** The one retry has been made. */
    retried?: boolean;
    /** It was sent again with the token that its refusal has brought. */
    tokenRepeated?: boolean;
  }
}

/** The base of a service as the page's configuration names it. */
export function baseOf(service: ServiceName): string {
  const config = readPageConfig();
  return { main: config.apiBase, charts: config.chartsBase, payment: config.paymentBase }[service];
}

/** The headers of the main and charts services (specification §7), and the language a person reads. */
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
    // Ours is set for both services of specification §7 and for no other; axios would go by the origin.
    withXSRFToken: false,
    paramsSerializer: (params) => new URLSearchParams(Object.entries(params).map(([key, value]) => [key, String(value)])).toString(),
    ...(service === 'payment' ? {} : { headers: { 'Content-Type': 'application/json' } }),
  });
  client.interceptors.request.use((config) => {
    config.baseURL = baseOf(service);
    config.headers = AxiosHeaders.concat(config.headers, headersFor(service));
    return config;
  });
  return client;
}

/** A 5xx is sent a second time after a second, once. What timed out (ECONNABORTED) has no answer and is not. */
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
    // An aborted request goes on at once, and axios refuses to send it.
    config.signal?.addEventListener?.('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * A tab that finds nobody signed in removes the token for all tabs (specification §8); the refusal for its lack has given it
 * back by the time it is read, and the request is sent once more. Whoever has no session gets none, and is refused again.
 */
function repeatWithNewToken(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    const config = isAxiosError(error) ? error.config : undefined;
    const hasNewToken = config !== undefined && csrfTokenToEcho() !== (config.headers.get('X-CSRFToken') ?? null);
    if (!isAxiosError<{ code?: string }>(error) || config === undefined || error.response?.data.code !== 'csrf_failed' || !hasNewToken || config.tokenRepeated === true) throw error;
    config.tokenRepeated = true;
    return client.request(config);
  });
}

/** 401 on the charts service ends the session, except for the usage sessions (specification §4, §8). */
function endSessionOn401(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    if (isAxiosError(error) && error.response?.status === 401 && error.config?.url?.startsWith(sessionDataPath) !== true) {
      announceSessionEnd();
    }
    throw error;
  });
}

/** Refusals that a screen does not meet unless what the session is believed to be has changed since. */
const changedRights: readonly (string | undefined)[] = ['forbidden', 'workspace_expired', 'workspace_disabled', 'feature_missing', 'privilege_missing', 'registration_incomplete', 'account_deactivated'] satisfies ErrorCode[];
/** Milliseconds between two doubts for such refusals: a screen that goes on asking makes no storm. */
const doubtPause = 60_000;
let doubtedAt = -doubtPause;

/**
 * 401 on the main service is passed on; whoami says whether the session has ended. The same where the server refuses what
 * this person seemed to have the right to: an expired workspace then redirects at once (specification §4), and a menu loses
 * what was taken away.
 */
function doubtSession(client: AxiosInstance): void {
  client.interceptors.response.use(undefined, (error: unknown) => {
    if (isAxiosError<{ code?: string }>(error)) {
      const { status, data } = error.response ?? {};
      if (status === 401) announceSessionDoubt();
      else if (status === 403 && changedRights.includes(data?.code) && performance.now() - doubtedAt >= doubtPause) {
        doubtedAt = performance.now();
        announceSessionDoubt();
      }
    }
    throw error;
  });
}

const main = createClient('main');
retryOnce(main);
repeatWithNewToken(main);
doubtSession(main);
const charts = createClient('charts');
repeatWithNewToken(charts);
endSessionOn401(charts);

/** The three clients of specification §7. */
export const clients: Readonly<Record<ServiceName, AxiosInstance>> = { main, charts, payment: createClient('payment') };
