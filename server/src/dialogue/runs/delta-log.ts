import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Reasoning } from './live-reasoning.ts';
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

type Piece = { readonly runId: string; readonly offset: number; readonly text: string };
/** A piece of text. `offset` is its place in the stream of the answer. */
export type DeltaRow = Piece & { readonly organizationId: string };
/** What answers have grown by. */
export type Growth = {
  readonly deltas: readonly DeltaRow[];
  /** Pieces of reasoning; an empty one says that it is over. */
  readonly reasoning: readonly Piece[];
  /** The time of reasoning, of answers that have pieces of it. */
  readonly times: readonly { readonly runId: string; readonly ms: number }[];
  /** The places at which texts have begun anew. */
  readonly restarts: readonly { readonly runId: string; readonly textFrom: number }[];
};
type Dependencies = { write: (growth: Growth) => Promise<void>; log: FastifyBaseLogger };

/** The part of an answer that is stored: places in its stream, and the UTF-16 code units of its reasoning. */
type StoredPart = {
  readonly textFrom: number;
  readonly place: number;
  readonly reasoned: number;
  readonly isOver: boolean;
};
const nothing: StoredPart = { textFrom: 0, place: 0, reasoned: 0, isOver: false };
type GrownAnswer = { readonly run: LiveRun; readonly stored: StoredPart; readonly next: StoredPart } & {
  readonly text: string;
  readonly piece: string;
};

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
  /** What is stored of each answer with something unstored. */
  readonly #stored = new Map<LiveRun, StoredPart>();
  #timer: NodeJS.Timeout | undefined;
  #isStoring = false;
  /** The transaction under way. */
  #writing: Promise<void> | null = null;

  constructor({ write, log }: Dependencies) {
    this.#write = write;
    this.#log = log;
  }

  /** Continues an answer that another process began and stored, up to its text. */
  goOnFrom(run: LiveRun, textFrom: number, reasoning: Pick<Reasoning, 'text' | 'ms'> | null): void {
    run.goOnFrom(textFrom, reasoning);
    this.#stored.set(run, {
      ...{ textFrom, place: textFrom },
      ...{ reasoned: reasoning?.text.length ?? 0, isOver: reasoning !== null },
    });
  }

  add(run: LiveRun, text: string): void {
    run.hear(text);
    this.#changed(run, run.text === '');
  }

  /** Adds a piece of the model's reasoning. */
  reason(run: LiveRun, text: string): void {
    run.reason(text);
    this.#changed(run, run.reasoning === null);
  }

  /** Notes that the model has gone on from its reasoning without a word. */
  endReasoning(run: LiveRun): void {
    if (run.reasoning === null) return;
    run.endReasoning();
    this.#changed(run, false);
  }

  /** Drops the text but for `kept`. */
  restart(run: LiveRun, kept: string): void {
    run.restart(kept);
    this.#changed(run, false);
  }

  /** Shows readers the last words and forgets the run. Nothing of it is written from here on. */
  async settle(run: LiveRun): Promise<void> {
    run.endReasoning();
    run.release();
    this.#heard.delete(run);
    this.#stored.delete(run);
    // A write that fails has been reported, and what it held of this run is no longer wanted.
    await this.#writing?.catch(() => undefined);
  }

  #changed(run: LiveRun, isFirst: boolean): void {
    this.#heard.add(run);
    if (isFirst) this.#give();
    else this.#timer ??= setTimeout(() => this.#give(), coalesceMs);
  }

  #give(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const run of this.#heard) {
      run.release();
      if (!this.#stored.has(run)) this.#stored.set(run, nothing);
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
        this.#writing = this.#write(growthOf(rows));
        await this.#writing;
      } catch (error) {
        this.#log.error({ err: error }, 'answers that are being written could not be stored; trying again');
        await pause(retryAfterMs);
        continue;
      }
      for (const { run, next } of rows) if (this.#stored.has(run)) this.#stored.set(run, next);
      await pause(
        Math.min(restAtMostMs, Math.max(rows.length * restAnAnswerMs, (performance.now() - begun) * restsAWrite)),
      );
    }
    this.#isStoring = false;
  }

  #unstored(): GrownAnswer[] {
    return Array.from(this.#stored, ([run, stored]) => unstoredOf(run, stored)).filter(
      ({ stored, next }) =>
        next.place > stored.place ||
        next.textFrom !== stored.textFrom ||
        next.reasoned > stored.reasoned ||
        next.isOver !== stored.isOver,
    );
  }
}

/** Compares an answer with what is stored of it. Text before a restart that is not stored by now never will be. */
function unstoredOf(run: LiveRun, stored: StoredPart): GrownAnswer {
  const piece = run.reasoning?.text.slice(stored.reasoned) ?? '';
  const isOver = run.reasoning?.isOver === true;
  return {
    run,
    stored,
    text: run.text.slice(Math.max(stored.place, run.textFrom) - run.textFrom),
    piece,
    next: {
      textFrom: run.textFrom,
      place: run.place,
      reasoned: stored.reasoned + piece.length,
      // Reasoning beyond its limit goes on without a piece that could be stored.
      isOver: piece === '' ? isOver || stored.isOver : isOver,
    },
  };
}

function growthOf(rows: readonly GrownAnswer[]): Growth {
  const reasoned = rows.filter(({ piece, stored, next }) => piece !== '' || next.isOver !== stored.isOver);
  return {
    deltas: rows.flatMap(({ run, next, text }) =>
      text === ''
        ? []
        : [{ organizationId: run.organizationId, runId: run.id, offset: next.place - text.length, text }],
    ),
    reasoning: reasoned.flatMap(({ run: { id: runId }, stored, next, piece }) => [
      ...(piece === '' ? [] : [{ runId, offset: stored.reasoned, text: piece }]),
      ...(next.isOver ? [{ runId, offset: next.reasoned, text: '' }] : []),
    ]),
    times: reasoned.map(({ run }) => ({ runId: run.id, ms: run.reasoning?.ms ?? 0 })),
    restarts: rows.flatMap(({ run, stored, next }) =>
      next.textFrom === stored.textFrom ? [] : [{ runId: run.id, textFrom: next.textFrom }],
    ),
  };
}
