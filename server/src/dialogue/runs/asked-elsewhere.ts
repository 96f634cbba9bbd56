import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { takeNext } from './repository.ts';

/** Tells the processes that write answers that one waits in a dialogue: `<organisation> <dialogue>`. */
export const askedChannel = 'runs.asked';

/**
 * Has this process write the answers that jobs ask for, as soon as it hears of them; the sweep finds what nobody heard
 * of.
 */
export const askedElsewherePlugin = fp(
  async (app: FastifyInstance) => {
    const working = new Set<Promise<void>>();
    const unsubscribe = app.events.subscribe(askedChannel, (payload) => {
      const [organizationId = '', dialogueId = ''] = payload.split(' ');
      const work = take(app, organizationId, dialogueId)
        .catch((error: unknown) =>
          app.log.warn({ err: error, dialogue: dialogueId }, 'an answer that a job asks for waits for the next look'),
        )
        .finally(() => working.delete(work));
      working.add(work);
    });
    app.addHook('preClose', async () => {
      unsubscribe();
      await Promise.all(working);
    });
  },
  { name: 'asked-elsewhere', dependencies: ['runs'] },
);

async function take(app: FastifyInstance, organizationId: string, dialogueId: string): Promise<void> {
  const next = await app.db.asTenant(organizationId, (trx) => takeNext(trx, dialogueId, app.runs.processId));
  if (next !== null) app.runs.start(next, organizationId);
}
