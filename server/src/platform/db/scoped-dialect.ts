import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** PostgreSQL with transactions that begin in a scope. */
export class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #beginning: () => CompiledQuery;

  /** Calls `beginning` for each transaction. */
  constructor(config: PostgresDialectConfig, beginning: () => CompiledQuery) {
    super(config);
    this.#config = config;
    this.#beginning = beginning;
  }

  override createDriver(): Driver {
    return new ScopedDriver(this.#config, this.#beginning);
  }
}

class ScopedDriver extends PostgresDriver {
  readonly #beginning: () => CompiledQuery;

  constructor(config: PostgresDialectConfig, beginning: () => CompiledQuery) {
    super(config);
    this.#beginning = beginning;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(this.#beginning());
  }
}
