import type { RunEvent, RunStatus } from '@parlance/shared/contract/api/runs';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { chooseModel } from '../../models/choose.ts';
import type { LanguageModel } from '../../models/language-model.ts';
import { ApiError } from '../../plugins/api-error.ts';
import type { StreamEvent } from '../../plugins/event-stream.ts';
import { followLive, followStored } from './reader.ts';
import { findOwnRun, interruptLapsed, renewLeases, requestStop } from './repository.ts';
import { Runner } from './runner.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What answers for the bots of this deployment. */
    model: LanguageModel;
    runs: Runs;
  }
}

type Whose = { organizationId: string; memberId: string };

/** The answers of this process and, through the database, of all others. */
export type Runs = {
  /** Goes into the row of a new run, which this process then starts. */
  readonly processId: string;
  start(id: string, organizationId: string): void;
  /** Resolves when an answer of this process is written and ended. */
  ended(id: string): Promise<void>;
  /** The text of an answer that this process writes, otherwise null. */
  textOf(id: string): string | null;
  /** Throws not_found unless the run is this member's own. */
  follow(who: Whose, id: string, from: number, signal: AbortSignal): Promise<AsyncIterable<StreamEvent<RunEvent>>>;
  stop(who: Whose, id: string): Promise<RunStatus>;
};

const stopChannel = 'runs.stop';
/** Well under the lease, and often enough for a stop whose event was lost. */
const heartbeatMs = 2_000;
const sweepMs = 5_000;
/** How long a stop waits for the answer to be put away, so that it can say so. */
const stopWaitMs = 2_000;

/** Gives `app.model` and `app.runs`; keeps leases alive and ends what dead processes left. */
export const runsPlugin = fp(
  async (app: FastifyInstance) => {
    const { db, events, log } = app;
    const model = chooseModel(app.config);
    const runner = new Runner({ db, events, model, log });
    app.decorate('model', model);
    app.decorate('runs', runsOf(app, runner));

    const unsubscribe = events.subscribe(stopChannel, (id) => runner.live(id)?.stop('stopped'));
    const sweep = async (all: boolean) => runner.tell(await db.asSystem((trx) => interruptLapsed(trx, { all })));
    const beat = async () => {
      const lost = new Set(runner.ids());
      if (lost.size === 0) return;
      for (const { id, stop_requested } of await db.asSystem((trx) => renewLeases(trx, runner.processId))) {
        lost.delete(id);
        if (stop_requested) runner.live(id)?.stop('stopped');
      }
      // Told to its readers as interrupted while this process seemed dead: nobody waits for the rest.
      for (const id of lost) runner.live(id)?.stop('interrupted');
    };
    // The embedded database has one process: what it finds running at its start nobody runs.
    app.addHook('onReady', () => sweep(app.config.DATABASE_URL === undefined));
    const stopBeating = everySoOften(app, heartbeatMs, beat);
    const stopSweeping = everySoOften(app, sweepMs, () => sweep(false));
    app.addHook('preClose', async () => {
      await runner.close();
      await Promise.all([stopBeating(), stopSweeping()]);
      unsubscribe();
    });
  },
  { name: 'runs' },
);

function runsOf(app: FastifyInstance, runner: Runner): Runs {
  const { db, events } = app;
  const findOwn = async ({ organizationId, memberId }: Whose, id: string) => {
    const found = await db.asTenant(organizationId, (trx) => findOwnRun(trx, memberId, id));
    if (found === undefined) throw new ApiError('not_found');
    return found;
  };
  return {
    processId: runner.processId,
    start: (id, organizationId) => runner.start(id, organizationId),
    ended: (id) => runner.ended(id),
    textOf: (id) => runner.live(id)?.text ?? null,
    async follow(who, id, from, signal) {
      await findOwn(who, id);
      const live = runner.live(id);
      if (live !== undefined) return followLive(live, from, signal);
      return followStored({ db, events, organizationId: who.organizationId, runId: id }, from, signal);
    },
    async stop(who, id) {
      const { status } = await findOwn(who, id);
      if (status !== 'queued' && status !== 'running') return status;
      await db.asTenant(who.organizationId, (trx) => requestStop(trx, id));
      runner.live(id)?.stop('stopped');
      events.publish(stopChannel, id);
      await withinMs(stopWaitMs, runner.ended(id));
      return (await findOwn(who, id)).status;
    },
  };
}

async function withinMs(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Repeats work with a pause between; what it returns ends that and waits for the work under way. */
function everySoOften(app: FastifyInstance, ms: number, work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | null = null;
  const timer = setInterval(() => {
    working ??= work()
      .catch((error: unknown) => app.log.error({ err: error }, 'the upkeep of answers failed; trying again'))
      .finally(() => {
        working = null;
      });
  }, ms);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}
