import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LiveRun } from './live-run.ts';

/**
 * The interval of output: readers do not see single tokens any faster, and each costs an event, a row and a
 * notification.
 */
const coalesceMs = 40;
const retryAfterMs = 500;
/**
 * The pause in multiples of a write's duration, so that writing takes at most a fifth of the database, however many
 * answers there are.
 */
const restsAWrite = 4;
/**
 * The additional pause for each answer: even of a hundred, none is stored more often than a reader elsewhere can tell.
 */
const restAnAnswerMs = 2.5;
/** The longest pause: unstored text is lost if the process is killed, and invisible to readers elsewhere. */
const restAtMostMs = 250;

export type DeltaRow = { organizationId: string; runId: string; offset: number; text: string };
type Dependencies = { write: (rows: DeltaRow[]) => Promise<void>; log: FastifyBaseLogger };

/**
 * Publishes and stores the growth of this process's answers: the first words of each at once, the rest every 40 ms, all
 * answers in one transaction. Readers here do not wait for the database. If the process dies, text beyond the last
 * transaction is lost: some 40 ms of an answer that is interrupted anyway, a third of a second with so many that the
 * database needs its pauses.
 */
export class DeltaLog {
  readonly #write: Dependencies['write'];
  readonly #log: FastifyBaseLogger;
  readonly #heard = new Set<LiveRun>();
  /** The UTF-16 code units stored, for each answer with unstored ones. */
  readonly #stored = new Map<LiveRun, number>();
  #timer: NodeJS.Timeout | undefined;
  #isStoring = false;
  /** The transaction under way. */
  #writing: Promise<void> | null = null;

  constructor({ write, log }: Dependencies) {
    this.#write = write;
    this.#log = log;
  }

  add(run: LiveRun, text: string): void {
    run.hear(text);
    this.#heard.add(run);
    if (run.text === '') this.#give();
    else this.#timer ??= setTimeout(() => this.#give(), coalesceMs);
  }

  /** Shows readers the last words and forgets the run. Nothing of it is written from here on. */
  async settle(run: LiveRun): Promise<void> {
    run.release();
    this.#heard.delete(run);
    this.#stored.delete(run);
    // A write that fails has been reported, and what it held of this run is no longer wanted.
    await this.#writing?.catch(() => undefined);
  }

  #give(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const run of this.#heard) {
      run.release();
      if (!this.#stored.has(run)) this.#stored.set(run, 0);
    }
    this.#heard.clear();
    if (!this.#isStoring) void this.#store();
  }

  /** Stores until nothing is left; failures are reported and retried, so it never rejects. */
  async #store(): Promise<void> {
    this.#isStoring = true;
    for (let rows = this.#unstored(); rows.length > 0; rows = this.#unstored()) {
      const begun = performance.now();
      try {
        this.#writing = this.#write(
          rows.map(({ run, offset, text }) => ({ organizationId: run.organizationId, runId: run.id, offset, text })),
        );
        await this.#writing;
      } catch (error) {
        this.#log.error({ err: error }, 'answers that are being written could not be stored; trying again');
        await pause(retryAfterMs);
        continue;
      }
      for (const { run, offset, text } of rows) {
        if (this.#stored.has(run)) this.#stored.set(run, offset + text.length);
      }
      await pause(
        Math.min(restAtMostMs, Math.max(rows.length * restAnAnswerMs, (performance.now() - begun) * restsAWrite)),
      );
    }
    this.#isStoring = false;
  }

  #unstored() {
    return Array.from(this.#stored, ([run, offset]) => ({ run, offset, text: run.text.slice(offset) })).filter(
      ({ text }) => text !== '',
    );
  }
}
