import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { closeWhenQuiet, leaveOrderly } from './leaving.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a stop that is announced is said by readiness; what is asked is served on, over connections that are kept', async () => {
  const { app } = server;
  const ask = (url: string) => app.inject({ url });
  expect([(await ask('/readyz')).statusCode, (await ask('/healthz')).headers['connection']]).toEqual([
    200,
    'keep-alive',
  ]);
  app.leaving = 'announced';
  const readiness = await ask('/readyz');
  expect(readiness.statusCode).toBe(503);
  expect(readiness.headers['retry-after']).toBe('2');
  expect(readiness.json()).toMatchObject({ code: 'shutting_down' });
  const served = await ask('/healthz');
  expect([served.statusCode, served.headers['connection']]).toEqual([200, 'keep-alive']);
  app.leaving = 'no';
});

async function listening(prepare: (app: FastifyInstance) => void): Promise<{ app: FastifyInstance; port: number }> {
  const app = Fastify({ return503OnClosing: false });
  leaveOrderly(app);
  app.get('/', async () => 'here');
  prepare(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // the app listens on a port
  return { app, port };
}

test('who stands at the door when it is to be closed is let in first', async () => {
  const { app, port } = await listening(closeWhenQuiet);
  let answer = '';
  const isAnswered = new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
    socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  });
  await Promise.all([app.close(), isAnswered]);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*here$/i);
});

/** Opens a kept-alive connection that has sent a request; later data is in `heard`. */
async function keptConnection(port: number): Promise<{ socket: Socket; ask(): void; heard(): string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ask = () => void socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  ask();
  while (!text.endsWith('here')) await once(socket, 'data');
  text = '';
  return { socket, ask, heard: () => text };
}

test('a connection that a proxy keeps may bring one more request after the door is closed, and is told that it was the last', async () => {
  const { app, port } = await listening(closeWhenQuiet);
  const { socket, ask, heard } = await keptConnection(port);
  app.leaving = 'announced';
  const isClosed = app.close();
  while (app.server.listening) await turn();
  ask();
  await Promise.all([once(socket, 'close'), isClosed]);
  expect(heard()).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close[^]*here$/i);
});

test.each(['announced', 'no'] as const)(
  'a connection that is kept and not used does not hold up a stop (%s before)',
  async (leaving) => {
    const { app, port } = await listening(closeWhenQuiet);
    // Node itself would keep it for ever.
    app.server.keepAliveTimeout = 0;
    const { socket } = await keptConnection(port);
    app.leaving = leaving;
    await Promise.all([once(socket, 'close'), app.close()]);
  },
);
