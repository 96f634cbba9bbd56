/**
 * Starts the shell in the page that stands in the document. `since`: `performance.now()` when that came, in
 * milliseconds; 0 where the browser loaded it.
 */
export type StartShell = (since: number) => Promise<void>;

/**
 * Under this name of the global object the login page leaves a function for the shell that it loads, which then waits.
 * A name that user content cannot take.
 */
export const waitingKey = Symbol.for('parlance.waiting-shell');

type Waiting = { readonly [waitingKey]?: (start: StartShell) => void };

/**
 * Starts the shell of this page; behind the login page its code waits for somebody to sign in
 * (host/src/first-paint/ahead/take-over.ts).
 */
export async function startOrWait(start: StartShell): Promise<void> {
  const wait = (globalThis as Waiting)[waitingKey]; // the login page leaves it
  if (wait === undefined) await start(0);
  else wait(start);
}
