import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `announced`: the process is told to stop and still serves, until load balancers have noticed. `begun`: it takes
     * no connection any more.
     */
    leaving: 'no' | 'announced' | 'begun';
    /**
     * Other entrances for requests beside `server`: each settles once nobody enters there any more and everybody who
     * did has been served.
     */
    readonly doors: Set<Promise<unknown>>;
  }
}

/** A turn of the event loop in which nothing was done takes less. */
const quietMs = 0.2;
const turnsAtMost = 200;

/**
 * The time a kept-alive connection may bring one more request after the door is closed. Proxies choose among the
 * connections they keep, so one in use at all is used within this.
 */
const keptMs = 500;

/**
 * An announced stop says so at /readyz and changes nothing else: who would be told that a connection was its last would
 * open another, and a door is closed best while nobody comes. When it is closed, every connection that is kept is
 * closed behind its next answer, because closing an idle one cuts off what its proxy may just have sent. Call it before
 * the modules are registered.
 */
export function leaveOrderly(app: FastifyInstance): void {
  app.decorate('leaving', 'no');
  app.decorate('doors', new Set<Promise<unknown>>());
  app.addHook('onRequest', async (_, reply) => {
    if (app.leaving === 'begun') reply.header('connection', 'close');
  });
  let left: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    const closeIdle = app.server.closeIdleConnections.bind(app.server);
    // Node’s own close() calls it before anything else.
    if (app.leaving === 'announced') app.server.closeIdleConnections = () => undefined;
    app.leaving = 'begun';
    // Repeats: the response to an earlier request did not announce the close.
    left = setInterval(closeIdle, keptMs);
  });
  app.addHook('onClose', async () => clearInterval(left));
}

/**
 * Closes the door when nobody stands in it: whoever has connected and was not let in yet would be cut off with the
 * request that is already sent. What the modules have is closed when the other doors are shut as well. Call it when all
 * modules are registered, so that nothing comes between this and the closing.
 */
export function closeWhenQuiet(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // Waits for the end of the current turn, which may have looked at the door already.
    await turn();
    for (let at = 0; at < turnsAtMost; at += 1) {
      const begun = performance.now();
      // Admits, in a whole turn, everybody who waits at the door.
      await turn();
      if (performance.now() - begun < quietMs) return;
    }
  });
  // The last of these hooks is called first.
  app.addHook('onClose', async () => void (await Promise.all(app.doors)));
}
