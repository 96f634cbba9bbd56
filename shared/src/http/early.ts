import { earlyKey, type EarlyCalls } from '../contract/page/early.ts';
import { csrfTokenToEcho } from './cookies.ts';

/** Milliseconds: what has waited for longer than an answer may take (specification §9) is of another moment. */
const freshFor = 60_000;

export type EarlyAnswer = {
  /** Null where there was no answer, or one to another question. */
  readonly answer: Promise<Response | null>;
  /** `performance.now()` when it was asked for. */
  readonly since: number;
};

// the script in the page leaves it
const earlyOfPage = (): EarlyCalls | undefined => (globalThis as { [earlyKey]?: EarlyCalls })[earlyKey];

/**
 * The answer that the page has asked for already (host/src/first-paint/early), or null. Each is given once, and only
 * while the browser has the session that it was asked with: what is asked for again is asked of the server.
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

/** An address without the moment at which it is asked for, its parameters in one order. */
function question(address: string): string {
  const { origin, pathname, searchParams } = new URL(address, window.location.href);
  searchParams.delete('_t');
  searchParams.sort();
  return `${origin}${pathname}${searchParams.size === 0 ? '' : `?${searchParams.toString()}`}`;
}
