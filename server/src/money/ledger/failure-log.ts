import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type Insertable, sql } from 'kysely';
import type { Lookup, Trx } from '../../platform/db/database.ts';
import type { ModelFailure } from '../../platform/language-models/language-model.ts';
import type { ModelNews } from '../../platform/language-models/remote-model.ts';
import type { ModelTables } from './tables.ts';

/** The number kept per model: people read them, and the current problem is among the first few. */
const keptOfModel = 10;
const keptDays = 30;
/**
 * The pause between writes: while a provider is down every question fails, so failures are counted and written
 * together.
 */
const pauseMs = 1_000;
const countedAtOnce = 100;

type Row = Insertable<ModelTables['model_failures']>;
type Dependencies = { readonly log: FastifyBaseLogger; readonly write: (rows: readonly Row[]) => Promise<void> };

/** Errors about the question rather than the model: only the log of the process has them. */
const ofTheAsker: ReadonlySet<string> = new Set(['model_refused', 'model_context_exceeded']);

/** Logs every failed call, and keeps the last ones of each model for the operators' page. */
export class FailureLog {
  readonly #dependencies: Dependencies;
  readonly #counted = new Map<string, Row>();
  #writing: Promise<void> | null = null;
  #isClosed = false;
  #wake: () => void = () => undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the listener for events of a model. */
  readonly newsOf = (provider: string, model: string): ModelNews => ({
    failed: (failure) => this.#failed(provider, model, failure),
    adapted: (parameters) =>
      this.#dependencies.log.warn(
        { provider, model, parameters },
        'a model does not take these parameters, and is asked without them',
      ),
  });

  /** Writes the pending counts and closes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake();
    await this.#writing;
  }

  #failed(provider: string, model: string, { code, message, said }: ModelFailure): void {
    const { status = null, requestId = null } = said ?? {};
    const words = (said?.words ?? '') || message;
    this.#dependencies.log.warn(
      { provider, model, code, status, words, request: requestId },
      'a call of a model failed',
    );
    if (ofTheAsker.has(code)) return;
    const alike = createHash('sha256')
      .update(words.replace(/[\da-f]{8,}|\d+/gi, '#'))
      .digest();
    const key = JSON.stringify([provider, model, code, status, alike.toString('hex')]);
    const known = this.#counted.get(key);
    if (known === undefined && this.#counted.size >= countedAtOnce) return;
    const now = new Date();
    this.#counted.set(key, {
      provider,
      model,
      code,
      status: status ?? 0,
      alike,
      words,
      request_id: requestId,
      failures: (known?.failures ?? 0) + 1,
      first_at: known?.first_at ?? now,
      last_at: now,
    });
    this.#writing ??= this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    while (this.#counted.size > 0) {
      const rows = [...this.#counted.values()];
      this.#counted.clear();
      try {
        await this.#dependencies.write(rows);
      } catch (error) {
        // The failure is in the log as well.
        this.#dependencies.log.error({ err: error }, 'failures of models could not be kept');
      }
      if (!this.#isClosed) await this.#pause();
    }
    this.#writing = null;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Stores failures: a repeated one counts up, and only the last ones of each model are kept. */
export async function keepFailures(trx: Trx, rows: readonly Row[]): Promise<void> {
  await trx
    .insertInto('model_failures')
    .values(rows)
    .onConflict((on) =>
      on.columns(['provider', 'model', 'code', 'status', 'alike']).doUpdateSet((row) => ({
        words: row.ref('excluded.words'),
        request_id: row.ref('excluded.request_id'),
        failures: sql<number>`least(model_failures.failures::bigint + excluded.failures, 2000000000)::integer`,
        last_at: sql<Date>`greatest(model_failures.last_at, excluded.last_at)`,
      })),
    )
    .execute();
  await sql`
    delete from model_failures where last_at < now() - make_interval(days => ${keptDays}) or (provider, model, code, status, alike) in (
      select provider, model, code, status, alike from (
        select provider, model, code, status, alike, row_number() over (partition by provider, model order by last_at desc, alike) as place from model_failures
      ) as placed where place > ${keptOfModel})`.execute(trx);
}

/** Finds the last failures of every model, newest first. */
export function findFailures(db: Lookup) {
  return db
    .selectFrom('model_failures')
    .where('last_at', '>', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .select(['provider', 'model', 'code', 'status', 'words', 'request_id', 'failures', 'first_at', 'last_at'])
    .orderBy('last_at', 'desc')
    .limit(200)
    .execute();
}
