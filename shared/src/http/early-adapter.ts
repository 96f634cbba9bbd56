import axios, {
  AxiosError,
  AxiosHeaders,
  CanceledError,
  type AxiosAdapter,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import type { EarlyAnswer } from './early.ts';

/**
 * Answers a request of axios with the page's early response, under all rules of a request: its timeout, counted from
 * the early request, its signal, and failure by status. If there was no response the request is sent, and so is a
 * retry.
 */
export function earlyAdapter(taken: EarlyAnswer): AxiosAdapter {
  let left: EarlyAnswer | null = taken;
  return async (config) => {
    const early = left === null ? null : await beforeItsEnd(left, config);
    left = null;
    return early === null ? axios.getAdapter(axios.defaults.adapter)(config) : answered(early, config);
  };
}

async function answered(early: Response, config: InternalAxiosRequestConfig): Promise<AxiosResponse> {
  const response: AxiosResponse = {
    data: await early.text(),
    status: early.status,
    statusText: early.statusText,
    headers: AxiosHeaders.from(Object.fromEntries(early.headers)),
    config,
  };
  if (config.validateStatus?.(early.status) !== false) return response;
  throw new AxiosError(
    `Request failed with status code ${early.status}`,
    early.status < 500 ? AxiosError.ERR_BAD_REQUEST : AxiosError.ERR_BAD_RESPONSE,
    config,
    undefined,
    response,
  );
}

function beforeItsEnd({ answer, since }: EarlyAnswer, config: InternalAxiosRequestConfig): Promise<Response | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Response | null>();
  const { timeout = 0, signal } = config;
  const timer = setTimeout(
    () => reject(new AxiosError(`timeout of ${timeout}ms exceeded`, AxiosError.ECONNABORTED, config)),
    since + timeout - performance.now(),
  );
  const abort = () => reject(new CanceledError(undefined, undefined, config));
  signal?.addEventListener?.('abort', abort);
  answer.then(resolve, reject);
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener?.('abort', abort);
  });
}
