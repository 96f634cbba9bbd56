import { type Connection, callFollowed } from '@parlance/shared/http';
import type { Turn } from '../../contract/api/dialogues.ts';
import type { Endpoint, Input } from '../../contract/endpoint.ts';

/** An endpoint that asks a bot. */
type Asks = Endpoint & { readonly response: { readonly _zod: { readonly output: Turn } } };

/** The answer that has come with its question, until the screen that shows it reads on. */
let begun: { readonly runId: string; readonly connection: Connection } | null = null;

/**
 * Asks a bot. The events of its answer come on the same connection, and wait there for `claimStream`. Throws as `call`
 * does.
 */
export async function ask<E extends Asks>(endpoint: E, input: Input<E>): Promise<Turn> {
  const { data, connection } = await callFollowed(endpoint, input);
  const turn: Turn = data;
  begun?.connection.close();
  begun = connection === null || turn.answer.run === null ? null : { runId: turn.answer.run.id, connection };
  return turn;
}

/** The connection that the beginning of an answer came on; null where there is none, or somebody has it. */
export function claimStream(runId: string): Connection | null {
  if (begun?.runId !== runId) return null;
  const { connection } = begun;
  begun = null;
  return connection;
}
