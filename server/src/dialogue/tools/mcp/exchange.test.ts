import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { startSite } from '../../../testing/tools.ts';
import { connectionFetch } from './exchange.ts';

test('the stream between calls is opened ten times, and ten times more with the next call', async () => {
  const site = await startSite(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end('retry: 0\n\n'),
  );
  const outgoing = createOutgoing({ allowedHosts: [site.host] });
  const until = new AbortController().signal;
  const { fetch, refill } = connectionFetch(
    { outgoing, organizationId: 'o', secretHeaders: {} },
    { url: site.origin, headers: {}, until },
  );
  const statuses = async () => {
    const asked = Array.from({ length: 12 }, () => fetch(`${site.origin}/mcp`, { method: 'GET' }));
    return (await Promise.all(asked)).map(({ status }) => status);
  };
  const tenTimes = [...Array.from({ length: 10 }, () => 200), 405, 405];
  expect(await statuses()).toEqual(tenTimes);
  refill();
  expect(await statuses()).toEqual(tenTimes);
  expect(site.requests).toHaveLength(20);
  await outgoing.close();
  await site.close();
});
