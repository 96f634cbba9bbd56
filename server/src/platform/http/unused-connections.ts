import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The grace period for a connection to bring the request that was on its way when the stop began. */
const graceMs = 500;

/**
 * Closes connections without a request at a stop. Browsers and HTTP clients open them in advance, and Node counts them
 * as busy, so that a stop would wait for them until `headersTimeout` (a minute).
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
