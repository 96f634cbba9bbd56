import type { ServerResponse } from 'node:http';
import { type Outgoing, createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { type HttpSite, type ReceivedRequest, startSite } from '../../../testing/tools.ts';
import { boundedFetch } from './bounded-fetch.ts';

let site: HttpSite;
let outgoing: Outgoing;
let answer: (request: ReceivedRequest, response: ServerResponse) => void;
beforeEach(async () => {
  site = await startSite((request, response) => answer(request, response));
  outgoing = createOutgoing({ allowedHosts: [site.host] });
});
afterEach(async () => {
  await outgoing.close();
  await site.close();
});
/** Longer than any test. */
const never = 2 ** 31 - 1;
const fetchWithin = (bounds: Parameters<typeof boundedFetch>[1] = {}) =>
  boundedFetch(outgoing.fetchFor({ organizationId: 'o', maxBytes: 10_000_000 }), bounds);

test('an answer of more than 256 KB is given up, whatever the fetch itself would take', async () => {
  let bytes = 0;
  let isCancelled = false;
  const sending = (most: number) =>
    boundedFetch(async () => {
      bytes = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            if (bytes >= most) return controller.close();
            bytes += 32_000;
            controller.enqueue(new Uint8Array(32_000));
          },
          cancel: () => void (isCancelled = true),
        },
        { highWaterMark: 0 },
      );
      return new Response(body);
    });
  expect((await (await sending(256_000)(site.origin)).arrayBuffer()).byteLength).toBe(256_000);
  await expect(sending(Infinity)(site.origin)).rejects.toMatchObject({ apiCode: 'answer_too_large' });
  expect([bytes, isCancelled]).toEqual([288_000, true]);
});

test('a server that is silent, or never ends, is given up in time', async () => {
  answer = ({ path }, response) => {
    if (path === '/silent') return;
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  };
  for (const path of ['/silent', '/drips'])
    for (const bounds of [
      { requestMs: 100, allMs: never },
      { requestMs: never, allMs: 100 },
    ])
      await expect(fetchWithin(bounds)(`${site.origin}${path}`)).rejects.toMatchObject({ apiCode: 'address_timeout' });
});

test('a step of a sign-in takes twelve requests at most', async () => {
  answer = (_, response) => response.end('{}');
  const fetch = fetchWithin();
  for (let count = 0; count < 12; count++) await fetch(site.origin);
  await expect(fetch(site.origin)).rejects.toMatchObject({ apiCode: 'address_unreachable' });
  expect(site.requests).toHaveLength(12);
});

test('a stream of events is not read', async () => {
  answer = (_, response) => void response.writeHead(401, { 'content-type': 'text/event-stream' }).write(': open\n\n');
  const response = await fetchWithin()(site.origin);
  expect([response.status, await response.text()]).toEqual([401, '']);
});

test('what is sent is led on by nobody; a document may be anywhere', async () => {
  const elsewhere = await startSite((_, response) => response.end('{"a":1}'));
  await outgoing.close();
  outgoing = createOutgoing({ allowedHosts: [site.host, elsewhere.host] });
  for (const status of [301, 302, 303, 307, 308]) {
    answer = (_, response) => response.writeHead(status, { location: `${elsewhere.origin}/x` }).end();
    const body = new URLSearchParams({ code: 'secret' });
    const headers = { authorization: 'Basic secret' };
    const posted = await fetchWithin()(site.origin, { method: 'POST', body, headers, redirect: 'manual' });
    expect(posted.status).toBe(status);
    expect(elsewhere.requests).toEqual([]);
  }
  expect(await (await fetchWithin()(site.origin)).json()).toEqual({ a: 1 });
  expect(site.requests[0]?.body).toBe('code=secret');
  await elsewhere.close();
});
