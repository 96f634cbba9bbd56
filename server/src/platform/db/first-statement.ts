import pg from 'pg';

/** A statement as pg takes it; with a name it is prepared, and sent by that name from its second use on. */
export type Statement = { readonly name?: string; readonly text: string; readonly values: readonly unknown[] };
/** Words that begin a transaction; nobody hears what they answer. */
export type Beginning = Statement & { readonly values: readonly string[] };

/** What pg's types leave out of its connection and of its own query. */
type Connection = {
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(of: object): void;
  bind(of: object): void;
  execute(of: object): void;
};
type OwnQuery = {
  name: string | undefined;
  prepare(connection: Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
};
type QueryCallback = (error: Error | null, result: pg.QueryResult) => void;
const Query = pg.Query as unknown as new (config: object, done: QueryCallback) => OwnQuery;

/**
 * The first statement of a transaction and the words that begin it, in one write with a single Sync at its end. Where
 * one of them fails PostgreSQL passes over the rest up to there: nothing is done outside of the transaction.
 */
export class FirstStatement extends Query {
  readonly #ownName: string | undefined;
  readonly #beginning: readonly Beginning[];
  #begun = 0;

  constructor(beginning: readonly Beginning[], statement: Statement, done: QueryCallback) {
    super({ ...statement, queryMode: 'extended' }, done);
    this.#ownName = statement.name;
    this.#beginning = beginning;
  }

  override prepare(connection: Connection): void {
    for (const { name = '', text, values } of this.#beginning) {
      if (name === '' || connection.parsedStatements[name] === undefined) connection.parse({ name, text });
      connection.bind({ statement: name, values });
      connection.execute({});
    }
    super.prepare(connection);
    // pg takes whatever was parsed for the statement of this name.
    this.name = undefined;
  }

  override handleDataRow(message: unknown): void {
    if (this.#hasBegun()) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    const beginning = this.#beginning[this.#begun++];
    if (beginning === undefined) return super.handleCommandComplete(message, connection);
    if (beginning.name !== undefined) connection.parsedStatements[beginning.name] = beginning.text;
    if (this.#hasBegun()) this.name = this.#ownName;
  }

  override handleError(error: Error, connection: Connection): void {
    if (this.#ownName !== undefined) Reflect.deleteProperty(connection.submittedNamedStatements, this.#ownName);
    super.handleError(error, connection);
  }

  #hasBegun(): boolean {
    return this.#begun >= this.#beginning.length;
  }
}
