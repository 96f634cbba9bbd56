import type { RunEvent, RunStatus } from '@parlance/shared/contract/api/runs/runs';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { releaseForsaken } from '../../money/ledger/ask-aside.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { StreamEvent } from '../../platform/http/event-stream.ts';
import { takeBack } from '../messages/take-back.ts';
import type { BornRun } from './assignment.ts';
import { lapseApprovals } from './decide-approval.ts';
import { FollowedAnswers } from './followed-answers.ts';
import type { LiveRun } from './live-run.ts';
import { findOwnRun } from './readable-runs.ts';
import { followHere, followStored } from './reader.ts';
import {
  interruptLapsed,
  lockDialogue,
  renewLeases,
  requestStop,
  stopWaiting,
  takeForgotten,
  takeNext,
} from './repository.ts';
import { type EndedRun, Runner } from './runner.ts';
import { endWaitingRun } from './tool-waiting.ts';
import { findUnanswered } from './unanswered.ts';

declare module 'fastify' {
  interface FastifyInstance {
    runs: Runs;
  }
}

type Whose = { organizationId: string; memberId: string };

/** The answers of this process and, through the database, of all others. */
export type Runs = {
  /** The id in the row of a new run, which this process then starts. */
  readonly processId: string;
  /** True if answers are written here; a process that only asks leaves them to others. */
  readonly writesHere: boolean;
  /** Starts a run that waited and that this process has taken. */
  start(id: string, organizationId: string): void;
  /**
   * Starts a running run. `stored`: the end of its transaction, if that is not over yet. Its model is called meanwhile;
   * nobody hears of the answer before. If it fails, there is no run.
   */
  startBorn(run: BornRun, stored?: Promise<unknown>): Promise<void>;
  /** Notifies readers in every process that an answer has changed. */
  tell(id: string): void;
  /** Resolves when an answer of this process is written and ended. */
  ended(id: string): Promise<void>;
  /** Returns an answer that this process writes as its readers see it, otherwise null. */
  liveOf(id: string): Pick<LiveRun, 'text' | 'textFrom' | 'place' | 'reasoning'> | null;
  /** Follows a run. Throws not_found unless it is this member's own. */
  follow(who: Whose, id: string, from: number, signal: AbortSignal): Promise<AsyncIterable<StreamEvent<RunEvent>>>;
  /** Stops a run. `isTakenBack`: it waited, and its prompt is out of the dialogue. */
  stop(who: Whose, id: string): Promise<{ readonly status: RunStatus; readonly isTakenBack: boolean }>;
  /** Halts an answer whose stop is requested in the database, in whichever process it is written. */
  halt(id: string): void;
  /** Calls the listener for every answer that this process has written and ended. */
  onEnd(listener: (run: EndedRun) => void): void;
};

/** The channel of stops, for whichever process writes the answer. */
export const stopChannel = 'runs.stop';
/** The interval of heartbeats: well below the lease, and short enough for a stop whose event was lost. */
const heartbeatMs = 2_000;
const sweepMs = 5_000;
const secondMs = 1_000;
/** The time a stop waits for the answer to be put away, so that it can report it. */
const stopWaitMs = 2_000;

/** Decorates the application with `app.runs`; renews leases and ends what dead processes left. */
export const runsPlugin = fp(
  async (app: FastifyInstance) => {
    const { db, events, log, models, storage } = app;
    const runner = new Runner({ db, events, models, storage, tools: app.toolReach, ruleBook: app.ruleBook, log });
    app.decorate('runs', runsOf(app, runner));

    const unsubscribe = events.subscribe(stopChannel, (id) => runner.live(id)?.stop('stopped'));
    const sweep = async (all: boolean) => {
      const { interrupted, taken, unanswered } = await db.asSystem(async (trx) => ({
        interrupted: await interruptLapsed(trx, { all, except: runner.ids() }),
        taken: await takeForgotten(trx, runner.processId, { all }),
        unanswered: await findUnanswered(trx),
      }));
      await db.asSystem((trx) => releaseForsaken(trx, { all }));
      runner.tell(interrupted);
      for (const { id, organizationId } of taken) runner.start(id, organizationId);
      for (const { id, organizationId } of unanswered) {
        const next = await db.asTenant(organizationId, (trx) => endWaitingRun(trx, id, runner.processId));
        runner.tell([id]);
        if (next !== null) runner.start(next, organizationId);
      }
      await lapseApprovals(app);
    };
    const beat = async () => {
      const ids = runner.ids();
      if (ids.length === 0) return;
      const lost = new Set(ids);
      for (const { id, stop_requested } of await db.asSystem((trx) => renewLeases(trx, runner.processId, ids))) {
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
    let closing: Promise<void> = Promise.resolve();
    app.addHook('preClose', async () => {
      closing = runner.close(app.config.STOP_ANSWERS_SECONDS * secondMs);
      await stopSweeping();
    });
    // Readers have gone on to other processes by now, and read there what is still written here.
    app.addHook('onClose', async () => {
      await closing;
      await stopBeating();
      unsubscribe();
    });
  },
  { name: 'runs', dependencies: ['models', 'tool-reach', 'rule-book'] },
);

function runsOf(app: FastifyInstance, runner: Runner): Runs {
  const { db, events } = app;
  const answers = new FollowedAnswers({ db, events });
  const findOwn = async ({ organizationId, memberId }: Whose, id: string) => {
    const found = await db.asTenant(organizationId, (trx) => findOwnRun(trx, memberId, id));
    if (found === undefined) throw new ApiError('not_found');
    return found;
  };
  const endWaiting = async (organizationId: string, id: string): Promise<RunStatus> => {
    const next = await db.asTenant(organizationId, (trx) => endWaitingRun(trx, id, runner.processId));
    runner.tell([id]);
    if (next !== null) runner.start(next, organizationId);
    return 'stopped';
  };
  const halt = (id: string) => {
    runner.live(id)?.stop('stopped');
    events.publish(stopChannel, id);
  };
  return {
    processId: runner.processId,
    writesHere: true,
    start: (id, organizationId) => runner.start(id, organizationId),
    startBorn: (run, stored) => runner.startBorn(run, stored),
    tell: (id) => runner.tell([id]),
    ended: (id) => runner.ended(id),
    liveOf: (id) => runner.live(id) ?? null,
    async follow(who, id, from, signal) {
      const live = runner.live(id);
      if (!(await isOwnLive(live, who))) await findOwn(who, id);
      if (live !== undefined) return followHere(live, answers, from, signal);
      return followStored(answers, { organizationId: who.organizationId, runId: id, from }, signal);
    },
    async stop(who, id) {
      const { status, dialogue_id, waiting_since } = await findOwn(who, id);
      if (status !== 'queued' && status !== 'running') return { status, isTakenBack: false };
      if (waiting_since !== null) return { status: await endWaiting(who.organizationId, id), isTakenBack: false };
      const { isTakenBack, next } = await db.asTenant(who.organizationId, async (trx) => {
        await lockDialogue(trx, dialogue_id);
        if (await takeBack(trx, dialogue_id, id)) return { isTakenBack: true, next: null };
        await stopWaiting(trx, dialogue_id, id);
        await requestStop(trx, id);
        return { isTakenBack: false, next: await takeNext(trx, dialogue_id, runner.processId) };
      });
      if (isTakenBack) {
        runner.tell([id]);
        return { status: 'stopped', isTakenBack };
      }
      if (next !== null) runner.start(next, who.organizationId);
      halt(id);
      await withinMs(stopWaitMs, runner.ended(id));
      return { status: (await findOwn(who, id)).status, isTakenBack };
    },
    halt,
    onEnd: (listener) => runner.onEnd(listener),
  };
}

/**
 * Says, without the database, whether this process writes the answer for this person: its first words wait for nothing.
 */
async function isOwnLive(live: LiveRun | undefined, { organizationId, memberId }: Whose): Promise<boolean> {
  return live !== undefined && live.organizationId === organizationId && (await live.owner) === memberId;
}

async function withinMs(ms: number, work: Promise<void>): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Repeats work with a pause in between; the returned function ends that and waits for work under way. */
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
