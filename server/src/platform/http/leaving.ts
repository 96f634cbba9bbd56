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

/** The duration below which a turn of the event loop counts as idle. */
const quietMs = 0.2;
const turnsAtMost = 200;

/**
 * The time a kept-alive connection may bring one more request after the door is closed. Proxies choose among the
 * connections they keep, so one in use at all is used within this.
 */
const keptMs = 500;

/**
 * Stops gracefully. An announced stop shows at /readyz and changes nothing else: a client told that its connection was
 * the last would open another, and the door closes best while nobody comes. Once it is closed, every kept-alive
 * connection is closed behind its next response, because closing an idle one may cut off a request its proxy has just
 * sent. Call it before the modules are registered.
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
 * Closes the door while nobody enters: a connection not yet accepted would be cut off with a request already sent.
 * Resources of modules are closed once the other doors are shut as well. Call it when all modules are registered, so
 * that nothing comes between this and the closing.
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
