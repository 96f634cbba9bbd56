import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The grace period for a connection to bring the request that was on its way when the stop began. */
const graceMs = 500;

/**
 * Browsers and HTTP clients open connections before they need them. Node counts one that has brought no request as
 * busy, so that a stop would wait for it until `headersTimeout` (a minute): such connections are closed here.
 */
export function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    late = setTimeout(() => unused.forEach((socket) => socket.destroy()), graceMs);
  });
  app.addHook('onClose', async () => clearTimeout(late));
}
