import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { readingPlaces } from '../../../platform/threads/reading.ts';
import { type HttpSite, startSite } from '../../../testing/tools.ts';
import { webPage } from './web-page.ts';

const pages: Record<string, readonly [type: string, body: string]> = {
  '/page': ['text/html', '<title>Hours</title><p>Open every day.</p>'],
  '/empty': ['text/html', '<html><head><title>Nothing</title></head><body><script>1</script></body></html>'],
  '/broken': ['application/pdf', '%PDF-1.7 and nothing else'],
  '/picture': ['image/png', 'x'],
};
let site: HttpSite;
beforeAll(async () => {
  site = await startSite(({ path }, response) => {
    const [type, body] = pages[path] ?? ['text/plain', 'x'];
    response.writeHead(pages[path] === undefined ? 404 : 200, { 'content-type': type }).end(body);
  });
});
afterAll(() => site.close());

const signal = () => AbortSignal.timeout(30_000);
async function read(path: string, ...limits: Parameters<typeof webPage>[1][]): Promise<string> {
  const outgoing = createOutgoing({ allowedHosts: [site.host] });
  try {
    const source = webPage({ organizationId: 'one', outgoing, stdioServers: {}, secretHeaders: {} }, ...limits);
    return (await source.call('read_page', { url: `${site.origin}${path}` }, { signal: signal() })).text;
  } catch (error) {
    return String(error);
  } finally {
    await outgoing.close();
  }
}
const limits = { timeMs: 15_000, heapMegabytes: 256, bufferBytes: 200_000_000 };

test.each([
  ['/page', /Open every day\.$/],
  ['/empty', /There is no text on the page\./],
  ['/broken', /There is no text that can be read\./],
  ['/picture', /It is no text but “image\/png”\./],
  ['/missing', /The server answered 404\./],
])('a page is read, or why it is not is said in true words: %s', async (path, said) =>
  expect(await read(path)).toMatch(said),
);

test('what is held to the host of its address is led on there, and not to another one', async () => {
  const elsewhere = await startSite((_, response) => response.end('elsewhere'));
  const guide = await startSite(({ path }, response) =>
    response.writeHead(302, { location: path === '/here' ? '/there' : `${elsewhere.origin}/?d=SECRET` }).end(),
  );
  const outgoing = createOutgoing({ allowedHosts: [guide.host, elsewhere.host] });
  const led = (path: string, bounds: 'host' | null) =>
    webPage({ organizationId: 'one', outgoing, stdioServers: {}, secretHeaders: {} }).call(
      'read_page',
      { url: `${guide.origin}${path}` },
      { signal: signal(), bounds },
    );
  await expect(led('/away', 'host')).rejects.toThrow(
    `The page leads on to ${elsewhere.origin}/?d=SECRET, which is on another host.`,
  );
  await expect(led('/here', 'host')).rejects.toThrow(`${elsewhere.origin}/?d=SECRET`);
  expect(guide.requests.map(({ path }) => path)).toEqual(['/away', '/here', '/there']);
  expect(elsewhere.requests).toEqual([]);
  await led('/away', null).catch(() => undefined);
  expect(elsewhere.requests).toHaveLength(1);
  await Promise.all([outgoing.close(), guide.close(), elsewhere.close()]);
});

test('a page that takes too long to read says so, and not that it has no text', async () => {
  expect(await read('/page', { ...limits, timeMs: 1 })).toMatch(/The page took too long to read\./);
});

test('where as many pages wait as may, a model is told to come again', async () => {
  const gate = Promise.withResolvers<true>();
  const all = Array.from({ length: 60 }, () =>
    readingPlaces.within({ lane: 'interactive', organizationId: 'one', signal: signal() }, () => gate.promise),
  );
  const settled = Promise.allSettled(all);
  expect(await read('/page')).toMatch(/Too many pages are being read at the moment/);
  gate.resolve(true);
  await settled;
  expect(await read('/page')).toMatch(/Open every day\.$/);
});
