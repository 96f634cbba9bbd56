import { type IncomingHttpHeaders, type Server, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { eventually } from '../harness/eventually.ts';
import { type Nginx, startFrontProxy, startNginx } from '../harness/nginx.ts';

/** Where the proxy in front comes from. */
const frontAddress = '127.0.0.9';
const people = ['127.0.0.2', '127.0.0.3'];

let program: Server;
let heard: IncomingHttpHeaders;
const proxies: Nginx[] = [];
/** By what nginx was told: where it listens, and where the proxy in front of it does. */
type Way = { readonly direct: number; readonly front: number };
let trusting: Way;
let asItIs: Way;

beforeAll(async () => {
  program = createServer((asked, response) => {
    heard = asked.headers;
    response.end();
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  trusting = await startWay([frontAddress]);
  asItIs = await startWay([]);
});
afterAll(async () => {
  for (const proxy of proxies) await proxy.stop();
  await new Promise((resolve) => program.close(resolve));
});

async function startWay(frontProxies: readonly string[]): Promise<Way> {
  const [web = 0, api = 0, charts = 0, payment = 0, front = 0] = await freePorts(5);
  const processes = [`127.0.0.1:${(program.address() as AddressInfo).port}`]; // it listens on a port
  const at = (port: number) => ({ port: String(port), processes });
  proxies.push(
    await startNginx({ web: at(web), api: at(api), charts: at(charts), payment: at(payment) }, frontProxies),
  );
  proxies.push(await startFrontProxy({ port: String(front), address: frontAddress, to: `127.0.0.1:${web}` }));
  for (const port of [web, front])
    await eventually
      .poll(() =>
        ask('127.0.0.1', port).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
  return { direct: web, front };
}

/** What the program hears of a request from an address, with what the client says of itself. */
function ask(
  from: string,
  port: number,
  headers: Record<string, string> = {},
): Promise<{ address: string | string[] | undefined; proto: string | string[] | undefined }> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, localAddress: from, headers, agent: false }, (answer) => {
      answer
        .resume()
        .on('end', () =>
          answer.statusCode === 200
            ? resolve({ address: heard['x-forwarded-for'], proto: heard['x-forwarded-proto'] })
            : reject(new Error(`It answers ${answer.statusCode}.`)),
        );
    })
      .on('error', reject)
      .end();
  });
}

test('two people behind a proxy in front have two addresses and its protocol, whatever they say of themselves', async () => {
  for (const from of people) {
    const said = [
      await ask(from, trusting.front),
      await ask(from, trusting.front, { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' }),
    ];
    expect(said).toEqual([
      { address: from, proto: 'https' },
      { address: from, proto: 'https' },
    ]);
  }
});

const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };

test('whoever comes past it is who they are: nobody but that proxy names an address or a protocol', async () => {
  for (const from of people) {
    const said = await ask(from, trusting.direct, forged);
    expect(said).toEqual({ address: from, proto: 'http' });
  }
});

test('where no proxy is named nobody’s word is taken', async () => {
  const [from = ''] = people;
  const said = [await ask(from, asItIs.front), await ask(from, asItIs.direct, forged)];
  expect(said).toEqual([
    { address: frontAddress, proto: 'http' },
    { address: from, proto: 'http' },
  ]);
});
