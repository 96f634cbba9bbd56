import { sql } from 'kysely';
import pg from 'pg';
import { type Beginning, FirstStatement } from './first-statement.ts';

/** The number of uses after which a statement is prepared. Lists of values of different length are different texts. */
const usesBeforePreparing = 3;
/** The maximal number of prepared statements: each keeps its plan in memory, some tens of kilobytes. */
const preparedAtMost = 200;
const countedAtMost = 2_000;

type Query = (...parameters: unknown[]) => unknown;

const oftenMark = '/* often */';
/**
 * Marks a statement that every request runs: each connection prepares it, because planning takes longer than executing.
 * The plan is generic, so a statement that needs different plans for different values must not be marked.
 */
export const often = sql.raw(oftenMark);

/** Begins a transaction across organisations. */
export const begin = 'begin';
const setTenant = `select set_config('role', 'parlance_app', true), set_config('app.organization_id', $1, true)`;
/** Begins one of the tenant that is its value. */
export const beginTenant = `${begin}; ${setTenant}`;

const beginning: Beginning = { name: 'begin', text: begin, values: [] };
/** The statements that begin a transaction, by the query they stand for. */
const beginnings: Readonly<Record<string, (values: readonly unknown[]) => readonly Beginning[]>> = {
  [begin]: () => [beginning],
  [beginTenant]: (values) => [beginning, { name: 'tenant', text: setTenant, values: values.map(String) }],
};

type Result = { readonly command: string; readonly rowCount: null; readonly rows: readonly never[] };
const resultOf = (command: string): Result => ({ command, rowCount: null, rows: [] });
const valuesOf = (values: unknown): readonly unknown[] => (Array.isArray(values) ? (values as readonly unknown[]) : []);

/**
 * A client that sends the beginning of a transaction together with its first statement, and prepares what `often`
 * marks. A transaction without a statement is not sent at all.
 */
export class BeginningClient extends pg.Client {
  readonly #names = new Map<string, string>();
  #held: readonly Beginning[] | null = null;

  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that breaks in use fails its statement, and an idle one is reported by the pool. Without a listener,
    // one that breaks between two statements of a transaction would end the process.
    this.on('error', () => undefined);
    const query = super.query.bind(this) as Query; // pg has a dozen overloads, and each call goes through as it came
    const prepared: Query = (text, values, ...rest) => {
      const hasPromise = rest.length === 0 && typeof values !== 'function';
      if (this.#held !== null) {
        if (typeof text === 'string' && hasPromise) return this.#first(query, text, valuesOf(values));
        throw new Error('The first statement of a transaction is one as text, whose answer is a promise.');
      }
      if (typeof text !== 'string') return query(text, values, ...rest);
      const beginning = hasPromise ? beginnings[text]?.(valuesOf(values)) : undefined;
      if (beginning !== undefined) return this.#hold(beginning);
      const name = this.#nameOf(text, valuesOf(values));
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    this.query = prepared as typeof this.query;
  }

  /** True if a text that is not prepared yet should be. */
  protected isWanted(text: string): boolean {
    return text.includes(oftenMark);
  }

  #nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= preparedAtMost || !this.isWanted(text)) return known;
    const name = `s${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }

  #hold(beginning: readonly Beginning[]): Promise<Result> {
    this.#held = beginning;
    return Promise.resolve(resultOf('BEGIN'));
  }

  async #first(query: Query, text: string, values: readonly unknown[]): Promise<unknown> {
    const beginning = this.#held ?? [];
    this.#held = null;
    if (text === 'commit' || text === 'rollback') return resultOf(text.toUpperCase());
    const name = this.#nameOf(text, values);
    // A text with several statements is sent on its own.
    if (!text.includes(';'))
      return new Promise((resolve, reject) =>
        query(
          new FirstStatement(beginning, { ...(name === undefined ? {} : { name }), text, values }, (error, result) =>
            error ? reject(error) : resolve(result),
          ),
        ),
      );
    for (const statement of beginning) await query(statement);
    return query(text, values);
  }
}

/**
 * A client that prepares frequent statements: parsing and planning take most of the time of a short one where the
 * database runs in WebAssembly. Only for a database that no other process migrates: a prepared `select *` fails when
 * its table has changed.
 */
export class PreparingClient extends BeginningClient {
  readonly #uses = new Map<string, number>();

  protected override isWanted(text: string): boolean {
    if (this.#uses.size >= countedAtMost) this.#uses.clear();
    const uses = (this.#uses.get(text) ?? 0) + 1;
    this.#uses.set(text, uses);
    if (uses < usesBeforePreparing) return false;
    this.#uses.delete(text);
    return true;
  }
}
