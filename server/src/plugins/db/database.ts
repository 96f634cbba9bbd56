import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import type pg from 'pg';
import { ApiError } from '../api-error.ts';
import type { Tables } from './tables.ts';

/** A transaction with every table of the server. */
export type Trx = Transaction<Tables>;

/** `tenant` is the organisation whose rows the transaction sees; null sees all. */
type Scope = { tenant: string | null; trx: Trx; open: boolean };

/**
 * The only door to the data. A query outside these two transactions is not possible, so that none can forget its
 * tenant, and none can wait for a second connection while it holds the embedded database's only one.
 */
export class Database {
  readonly #kysely: Kysely<Tables>;
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(pool: pg.Pool) {
    this.#kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  }

  /** One transaction as the restricted role: row-level security shows and takes only rows of this organisation. */
  asTenant<T>(organizationId: string, work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#within(organizationId, work);
  }

  /** One transaction across organisations, for what has no tenant yet: sessions, sign-in, seeds, maintenance. */
  asSystem<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
    return this.#within(null, work);
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
    try {
      return await this.#kysely.transaction().execute((trx) => this.#run({ tenant, trx, open: true }, work));
    } catch (error) {
      throw isUnavailable(error) ? new ApiError('database_unavailable', { cause: error, retryAfterSeconds: 2 }) : error;
    }
  }

  async #run<T>(scope: Scope, work: (trx: Trx) => Promise<T>): Promise<T> {
    try {
      if (scope.tenant !== null) {
        await sql`select set_config('role', 'parlance_app', true), set_config('app.organization_id', ${scope.tenant}, true)`.execute(scope.trx);
      }
      return await this.#scopes.run(scope, () => work(scope.trx));
    } finally {
      // What was started here and not awaited must not go on in a transaction that is over.
      scope.open = false;
    }
  }

  /** Ends when every connection is closed. */
  close(): Promise<void> {
    return this.#kysely.destroy();
  }
}

const nameOf = (tenant: string | null) => (tenant === null ? 'across organisations' : `of organisation ${tenant}`);

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
