import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createDoor } from 'node:net';
import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { timeouts } from '../../platform/http/new-server.ts';
import { splitTarget } from '../../platform/http/service-addresses.ts';

/** The services of this process. */
export type Neighbours = Readonly<Partial<Record<ServiceName, Pick<FastifyInstance, 'routing' | 'doors'>>>>;

export const namesOf = (neighbours: Neighbours): ReadonlySet<ServiceName> =>
  new Set(Object.keys(neighbours) as ServiceName[]); // the type names them

/**
 * Makes the server of the web port. What is below the prefix of a neighbour goes to it as it came, and meets nothing of
 * what answers pages: it is read, guarded, logged and counted by its service alone.
 */
export const frontOf =
  (neighbours: Neighbours) =>
  (pages: RequestListener): Server => {
    const server = createServer((request, response) => {
      const wanted = splitTarget(request.url ?? '/');
      const neighbour = wanted === null ? undefined : neighbours[wanted.service];
      if (neighbour === undefined) pages(request, response);
      else neighbour.routing(request, response);
    });
    return Object.assign(server, timeouts);
  };

/**
 * Lets people in by further addresses of this machine, at the same port: Fastify opens one of them for a server that it
 * has not made. One that cannot be opened is left out, as Fastify does.
 */
export async function openFurtherDoors(app: FastifyInstance, addresses: readonly string[]): Promise<void> {
  const own = app.server.address();
  if (own === null || typeof own === 'string') return;
  for (const host of addresses.filter((address) => address !== own.address)) {
    // Uses the socket options of Node's own HTTP servers.
    const door = createDoor({ allowHalfOpen: true, noDelay: true }, (socket) => app.server.emit('connection', socket));
    door.listen({ host, port: own.port });
    const isOpen = await once(door, 'listening').then(
      () => true,
      () => false,
    );
    if (!isOpen) continue;
    app.doors.add(once(door, 'close'));
    app.server.once('close', () => door.close());
  }
}
