import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `announced`: the process is told to stop and still serves, until load balancers have noticed. `begun`: it takes no
     * connection any more.
     */
    leaving: 'no' | 'announced' | 'begun';
  }
}

/** A turn of the event loop in which nothing was done takes less. */
const quietMs = 0.2;
const turnsAtMost = 200;

/** From the announcement on no connection outlives its next answer: proxies that keep some open take others. Call it before the modules are registered. */
export function leaveOrderly(app: FastifyInstance): void {
  app.decorate('leaving', 'no');
  app.addHook('onRequest', async (_, reply) => {
    if (app.leaving !== 'no') reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    app.leaving = 'begun';
  });
}

/**
 * Closes the door when nobody stands in it: whoever has connected and was not let in yet would be cut off with the request
 * that is already sent. Call it when all modules are registered, so that nothing comes between this and the closing.
 */
export function closeWhenQuiet(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // To the end of the turn that is under way, which may have looked at the door already.
    await turn();
    for (let at = 0; at < turnsAtMost; at += 1) {
      const begun = performance.now();
      // In a whole turn everybody who waits at the door is let in.
      await turn();
      if (performance.now() - begun < quietMs) return;
    }
  });
}
