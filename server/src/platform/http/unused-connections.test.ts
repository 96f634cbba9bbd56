import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { closeUnusedConnections } from './unused-connections.ts';

async function listening() {
  const app = Fastify({ return503OnClosing: false });
  closeUnusedConnections(app);
  app.get('/', async () => 'here');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // the app listens on a port
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  return { app, socket };
}

test('a connection that was opened ahead of its request does not hold up a stop', async () => {
  const { app, socket } = await listening();
  // Node itself would wait until headersTimeout, longer than this test may take.
  expect(app.server.headersTimeout).toBeGreaterThanOrEqual(60_000);
  await Promise.all([once(socket, 'close'), app.close()]);
});

test('a request that was on its way when the stop began is answered', async () => {
  const { app, socket } = await listening();
  const isClosed = app.close();
  socket.write('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK[^]*here$/);
  await isClosed;
});
