import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';

const watching = new AsyncLocalStorage<string[]>();

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
  const [first] = args;
  // a statement, or a query object
  watching.getStore()?.push(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''));
  return Reflect.apply(query, this, args) as unknown;
} as typeof query; // it forwards its arguments unchanged

/**
 * Returns every statement that the work sends to the database, as text: two requests that must be indistinguishable
 * send the same ones. Values are left out, and so are statements of others meanwhile.
 */
export async function statementsOf<T>(work: () => Promise<T>): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  return { result: await watching.run(statements, work), statements };
}
