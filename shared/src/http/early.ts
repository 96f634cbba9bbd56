import { earlyKey, type EarlyCalls } from '../contract/page/early.ts';
import { csrfTokenToEcho } from './cookies.ts';

/** Milliseconds after which an early response is stale: the request timeout (specification §9). */
const freshFor = 60_000;

export type EarlyAnswer = {
  /** The response; null if there was none, or one to another request. */
  readonly answer: Promise<Response | null>;
  /** The `performance.now()` of the request. */
  readonly since: number;
};

// The script in the page defines the property.
const earlyOfPage = (): EarlyCalls | undefined => (globalThis as { [earlyKey]?: EarlyCalls })[earlyKey];

/**
 * Takes the response that the page has requested early (host/src/first-paint/early), or null. Each is given once, and
 * only while the browser has the session it was requested with: a repeated request goes to the server.
 */
export function takeEarly(url: string): EarlyAnswer | null {
  const early = earlyOfPage();
  if (early === undefined || early.open.length === 0) return null;
  const { token, since, open } = early;
  if (token !== csrfTokenToEcho() || performance.now() - since > freshFor) {
    open.length = 0;
    return null;
  }
  const wanted = question(url);
  const at = open.findIndex(
    ({ address }) => question(address) === wanted || question(address) === wanted.split('?', 1)[0],
  );
  const [call] = at < 0 ? [] : open.splice(at, 1);
  if (call === undefined) return null;
  return {
    since,
    answer: call.answer.then((answer) => (answer !== null && question(answer.url) === wanted ? answer : null)),
  };
}

/** Returns an address without its timestamp, its parameters in canonical order. */
function question(address: string): string {
  const { origin, pathname, searchParams } = new URL(address, window.location.href);
  searchParams.delete('_t');
  searchParams.sort();
  return `${origin}${pathname}${searchParams.size === 0 ? '' : `?${searchParams.toString()}`}`;
}
