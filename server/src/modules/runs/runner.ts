import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type LanguageModel, ModelFailure } from '../../models/language-model.ts';
import type { Database } from '../../plugins/db/database.ts';
import type { Events } from '../../plugins/events.ts';
import { DeltaLog } from './delta-log.ts';
import { type Ended, LiveRun, type StopReason } from './live-run.ts';
import { readQuestion } from './question.ts';
import { grownChannel } from './reader.ts';
import { type Finished, beginRun, finishRun, insertDeltas } from './repository.ts';

export type RunnerDependencies = { db: Database; events: Events; model: LanguageModel; log: FastifyBaseLogger };
type Usage = { inputTokens: number | null; outputTokens: number | null };

/** A payload of PostgreSQL's NOTIFY holds 8,000 bytes. */
const idsInOneEvent = 100;
/** How long a whole answer waits for a database that is away before its process lets go of it. */
const finishTries = 30;
const finishRetryMs = 1_000;

/** Writes answers, each detached from the request that asked for it: nobody has to stay for it to become whole. */
export class Runner {
  readonly processId: string = randomUUID();
  readonly #dependencies: RunnerDependencies;
  readonly #live = new Map<string, LiveRun>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #deltas: DeltaLog;
  #closed = false;

  constructor(dependencies: RunnerDependencies) {
    this.#dependencies = dependencies;
    const { db, log } = dependencies;
    this.#deltas = new DeltaLog({
      log,
      write: async (rows) => {
        await db.asSystem((trx) => insertDeltas(trx, this.processId, rows));
        this.tell(rows.map(({ runId }) => runId));
      },
    });
  }

  /** Begins to answer. Call it when the transaction that made the run is over. */
  start(id: string, organizationId: string): void {
    const run = new LiveRun(id, organizationId);
    if (this.#closed) run.stop('interrupted');
    this.#live.set(id, run);
    const work = this.#answer(run)
      .catch((error: unknown) => this.#dependencies.log.error({ err: error, run: id }, 'an answer could not be ended'))
      .finally(() => {
        this.#live.delete(id);
        this.#working.delete(id);
      });
    this.#working.set(id, work);
  }

  /** The run, where this process writes it. */
  live(id: string): LiveRun | undefined {
    return this.#live.get(id);
  }

  /** The runs that this process writes now. */
  ids(): string[] {
    return [...this.#live.keys()];
  }

  /** Resolves when the answer is written and ended; at once where another process writes it. */
  async ended(id: string): Promise<void> {
    await this.#working.get(id);
  }

  /** Tells readers in every process that these answers have grown or ended. */
  tell(ids: readonly string[]): void {
    for (let at = 0; at < ids.length; at += idsInOneEvent) {
      this.#dependencies.events.publish(grownChannel, ids.slice(at, at + idsInOneEvent).join(','));
    }
  }

  /** Breaks off every answer, keeps what there is, and takes no more. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const run of this.#live.values()) run.stop('interrupted');
    await Promise.all(this.#working.values());
  }

  async #answer(run: LiveRun): Promise<void> {
    const usage: Usage = { inputTokens: null, outputTokens: null };
    let ended: Ended = { status: 'complete', error_code: null };
    try {
      await this.#hear(run, usage);
      if (run.isStopped()) ended = this.#endedBy(run, run.signal.reason);
    } catch (error) {
      ended = this.#endedBy(run, error);
    }
    await this.#deltas.settle(run);
    await this.#finish(run, { ...ended, ...usage, text: run.text, citations: run.citations });
    run.end(ended);
    this.tell([run.id]);
  }

  async #hear(run: LiveRun, usage: Usage): Promise<void> {
    const { db, model } = this.#dependencies;
    const question = await db.asTenant(run.organizationId, async (trx) => {
      const begun = await beginRun(trx, run.id);
      if (begun === undefined) return run.stop('stopped');
      return readQuestion(trx, model, { dialogueId: begun.dialogue_id, promptId: begun.prompt_id, language: begun.language });
    });
    if (question === undefined || run.isStopped()) return;
    for await (const part of model.answer({ ...question, signal: run.signal })) {
      if (part.type === 'usage') Object.assign(usage, { inputTokens: part.inputTokens, outputTokens: part.outputTokens });
      else if (part.type === 'citations') run.cite(part.citations);
      else if (!run.isStopped()) this.#deltas.add(run, part.text);
    }
    if (!run.hasText() && !run.isStopped()) throw new ModelFailure('model_unavailable', 'The model gave an empty answer.');
  }

  #endedBy(run: LiveRun, error: unknown): Ended {
    if (run.signal.aborted) return { status: run.signal.reason as StopReason, error_code: null }; // LiveRun.stop gives no other
    const { log } = this.#dependencies;
    if (error instanceof ModelFailure) {
      log.warn({ err: error, run: run.id }, 'a model failed');
      return { status: 'failed', error_code: error.code };
    }
    log.error({ err: error, run: run.id }, 'an answer failed');
    return { status: 'failed', error_code: 'internal' };
  }

  /** The answer is there: a database that is away for a moment must not cost it. */
  async #finish(run: LiveRun, finished: Finished): Promise<void> {
    const { db, log } = this.#dependencies;
    for (let tries = 1; ; tries++) {
      try {
        return await db.asTenant(run.organizationId, (trx) => finishRun(trx, run.id, finished));
      } catch (error) {
        if (tries >= finishTries || this.#closed) throw error;
        log.error({ err: error, run: run.id }, 'a whole answer could not be stored; trying again');
        await pause(finishRetryMs);
      }
    }
  }
}
