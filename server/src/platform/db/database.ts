import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import { ApiError } from '../errors/api-error.ts';
import { begin, beginTenant } from './preparing-client.ts';
import { ScopedDialect } from './scoped-dialect.ts';
import type { Tables } from './tables.ts';

/** A transaction with every table of the server. */
export type Trx = Transaction<Tables>;
/** The same for reading, one statement at a time, with a transaction around it or without. */
export type Lookup = Kysely<Tables>;

/** `tenant` is the organisation whose rows the transaction sees; null sees all. */
type Scope = { tenant: string | null; trx: Trx; open: boolean };

/**
 * The only door to the data. A change outside these two transactions is not possible, so that none can forget its
 * tenant, and none can wait for a second connection while it holds the embedded database's only one.
 */
export class Database {
  readonly #kysely: Kysely<Tables>;
  readonly #scopes = new AsyncLocalStorage<Scope>();
  /** The organisation of the transaction that is about to begin; null for the system. */
  readonly #beginning = new AsyncLocalStorage<string | null>();

  constructor(pool: pg.Pool) {
    this.#kysely = new Kysely<Tables>({
      dialect: new ScopedDialect({ pool }, () => beginningOf(this.#beginning.getStore() ?? null)),
    });
  }

  /**
   * Runs one transaction as the restricted role: row-level security shows and accepts only rows of this organisation.
   * PostgreSQL may abort it in favour of another transaction; the work is then retried, so it must have no side effects
   * outside of the transaction.
   */
  asTenant<T>(organizationId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#within(organizationId, work);
  }

  /** The same across organisations, for what has no tenant yet: sessions, sign-in, seeds, maintenance. */
  asSystem<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#within(null, work);
  }

  /**
   * Reads across organisations without a transaction around it: what every request asks first costs one round trip
   * instead of three. Each statement sees a moment of its own.
   */
  async lookUp<T>(read: (db: Lookup) => Promise<T>): Promise<T> {
    if (this.#scopes.getStore()?.open) return this.asSystem(read);
    try {
      return await read(this.#kysely);
    } catch (error) {
      throw asApiError(error);
    }
  }

  async #within<T>(tenant: string | null, work: (trx: Trx) => Promise<T>): Promise<T> {
    const scope = this.#scopes.getStore();
    if (scope?.open) {
      if (scope.tenant === tenant) return work(scope.trx);
      throw new Error(
        `A transaction ${nameOf(tenant)} was asked for inside one ${nameOf(scope.tenant)}. ` +
          'Finish the outer one first: one transaction belongs to one tenant.',
      );
    }
    const transact = () =>
      this.#beginning.run(tenant, () =>
        this.#kysely.transaction().execute((trx) => this.#run({ tenant, trx, open: true }, work)),
      );
    try {
      return await transact().catch((error: unknown) => {
        if (isVictim(error)) return transact();
        throw error;
      });
    } catch (error) {
      throw asApiError(error);
    }
  }

  async #run<T>(scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      return await this.#scopes.run(scope, () => work(scope.trx));
    } finally {
      // Work started here and not awaited must not continue in a finished transaction.
      scope.open = false;
    }
  }

  /** Ends when every connection is closed. */
  close(): Promise<void> {
    return this.#kysely.destroy();
  }
}

const nameOf = (tenant: string | null) => (tenant === null ? 'across organisations' : `of organisation ${tenant}`);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The restricted role and the tenant whose rows it sees come with the words that begin the transaction. */
function beginningOf(tenant: string | null): CompiledQuery {
  if (tenant === null) return CompiledQuery.raw(begin);
  if (!uuid.test(tenant)) throw new Error(`“${tenant}” is no organisation's id.`);
  return CompiledQuery.raw(beginTenant, [tenant]);
}

/**
 * PostgreSQL ended the transaction to let another one go on (40P01, deadlock; 40001, serialization): begun again it
 * succeeds.
 */
const isVictim = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

const asApiError = (error: unknown) =>
  isUnavailable(error) ? new ApiError('database_unavailable', { cause: error, retryAfterSeconds: 2 }) : error;

/** PostgreSQL's classes 08 and 57P, and what the socket says when nobody listens. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P|53300)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message)
  );
}
