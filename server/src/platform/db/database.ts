import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import type pg from 'pg';
import { ApiError } from '../errors/api-error.ts';
import { begin, beginTenant } from './preparing-client.ts';
import { ScopedDialect } from './scoped-dialect.ts';
import type { Tables } from './tables.ts';

/** A transaction on every table of the server. */
export type Trx = Transaction<Tables>;
/** A connection for reading, one statement at a time, with or without a transaction. */
export type Lookup = Kysely<Tables>;

/** The scope of a transaction. `tenant` is the organisation whose rows it sees; null sees all. */
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

  /** Runs a transaction across organisations, for what has no tenant yet: sessions, sign-in, seeds, maintenance. */
  asSystem<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#within(null, work);
  }

  /**
   * Reads across organisations without a transaction: the first query of every request costs one round trip instead of
   * three. Each statement sees a snapshot of its own.
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

  /** Resolves when every connection is closed. */
  close(): Promise<void> {
    return this.#kysely.destroy();
  }
}

const nameOf = (tenant: string | null) => (tenant === null ? 'across organisations' : `of organisation ${tenant}`);

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the statements that begin the transaction, with the restricted role and the tenant. */
function beginningOf(tenant: string | null): CompiledQuery {
  if (tenant === null) return CompiledQuery.raw(begin);
  if (!uuid.test(tenant)) throw new Error(`“${tenant}” is no organisation's id.`);
  return CompiledQuery.raw(beginTenant, [tenant]);
}

/**
 * True if PostgreSQL ended the transaction in favour of another one (40P01, deadlock; 40001, serialization): a retry
 * succeeds.
 */
const isVictim = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

const asApiError = (error: unknown) =>
  isUnavailable(error) ? new ApiError('database_unavailable', { cause: error, retryAfterSeconds: 2 }) : error;

/** True for PostgreSQL's classes 08 and 57P, and for errors of a socket to which nobody listens. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|57P|53300)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message)
  );
}
