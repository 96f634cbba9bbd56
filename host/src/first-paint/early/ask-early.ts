import { earlyKey, type EarlyBlock, type EarlyCall, type EarlyCalls } from '@parlance/shared/contract/page/early';
import { pageBlocks } from '@parlance/shared/contract/page/page-blocks';
import { csrfTokenToEcho } from '@parlance/shared/http/cookies';

/**
 * Asks the services for what the code of the page will need, before any of it runs. Without the cookie nobody was
 * signed in here, and nothing is asked.
 */
export function askEarly(): void {
  const token = csrfTokenToEcho();
  const block = document.getElementById(pageBlocks.early)?.textContent;
  if (token === null || block === undefined) return;
  const { ask, keys, registration } = JSON.parse(block) as EarlyBlock; // written by the web service of this release
  const headers = {
    Accept: 'application/json, text/plain, */*',
    'Accept-Language': document.documentElement.lang,
    'X-CSRFToken': token,
  };
  const get = (address: string, init?: RequestInit) => fetch(address, init).catch(() => null);
  const call = (address: string) => get(address, { headers, credentials: 'include' });
  const stamped = (address: string) => `${address}${address.includes('?') ? '&' : '?'}_t=${Date.now()}`;
  const open: EarlyCall[] = ask.map((address) => ({ address, answer: call(stamped(address)) }));
  const profile = open.find(({ address }) => address === registration.profile)?.answer ?? Promise.resolve(null);
  const status = profile
    .then(emailIn)
    .then((email) =>
      email === null ? null : call(`${registration.address}?${new URLSearchParams({ email }).toString()}`),
    );
  open.push({ address: keys, answer: get(keys) }, { address: registration.address, answer: status });
  const early: EarlyCalls = { token, since: performance.now(), open };
  Reflect.set(globalThis, earlyKey, early);
}

/** The e-mail of a profile that was answered; null where it was not, or has another shape. */
async function emailIn(answer: Response | null): Promise<string | null> {
  const body = (await answer
    ?.clone()
    .json()
    .catch(() => null)) as { data?: { email?: unknown } } | null | undefined; // checked below
  const email = body?.data?.email;
  return typeof email === 'string' ? email : null;
}
