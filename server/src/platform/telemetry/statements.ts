import type pg from 'pg';
import { type Observer, observer } from './observer.ts';

const verbs = new Set(['select', 'insert', 'update', 'delete', 'with', 'commit', 'rollback']);
const verbOf = (text: string): string => {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return verbs.has(verb) ? verb : 'other';
};

/** Replaces literals of a statement that may hold a value: a text in quotes, a number. */
export const withoutValues = (text: string): string =>
  text.replace(/'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|(?<![\w$.])\d+(?:\.\d+)?\b/g, '?');

/** The beginning of a transaction is sent with its first statement. */
const held = 'begin';

type Query = (...parameters: unknown[]) => unknown;
type Client = typeof pg.Client;

/**
 * Returns a subclass of the client with spans and metrics for its statements, if observed. Values are never recorded.
 */
export function observedClient(Client: Client): Client {
  const watching = observer();
  return watching === null ? Client : watchedBy(watching, Client);
}

function watchedBy(watching: Observer, Client: Client): Client {
  return class ObservedClient extends Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      const query = this.query.bind(this) as Query; // pg has a dozen overloads, and each call goes through as it came
      const watched: Query = (text, ...rest) =>
        typeof text === 'string' && !text.startsWith(held) && typeof rest.at(-1) !== 'function'
          ? watch(watching, text, () => query(text, ...rest))
          : query(text, ...rest);
      this.query = watched as typeof this.query;
    }
  };
}

function watch(watching: Observer, text: string, ask: () => unknown): unknown {
  const operation = verbOf(text);
  // Queries without a request, such as the job engine's polling, would each make a trace of their own.
  const span =
    watching.traceparent() === null
      ? null
      : watching.begin({
          name: operation,
          kind: 'client',
          attributes: {
            'db.system.name': 'postgresql',
            'db.operation.name': operation,
            'db.query.text': withoutValues(text),
          },
        });
  const began = performance.now();
  const end = (error?: unknown) => {
    watching.record('db.client.operation.duration', (performance.now() - began) / 1000, {
      operation,
      outcome: error === undefined ? 'done' : 'failed',
    });
    span?.end(error);
  };
  const asked = ask();
  if (!(asked instanceof Promise)) {
    end();
    return asked;
  }
  // The caller handles a failure; this listener only observes.
  asked.then(() => end(), end);
  return asked;
}
