import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { takeNext } from './repository.ts';

/** The channel that tells the processes which write answers of a waiting one: `<organisation> <dialogue>`. */
export const askedChannel = 'runs.asked';

/** Makes this process write the answers requested by jobs, upon notification; the sweep finds missed ones. */
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
