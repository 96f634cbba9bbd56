import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely';

/** PostgreSQL, where what begins a transaction says whose it is. */
export class ScopedDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #beginning: () => CompiledQuery;

  /** `beginning` is asked for it each time. */
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
