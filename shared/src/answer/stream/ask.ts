import { callFollowed } from '@parlance/shared/http';
import type { Turn } from '../../contract/api/dialogues.ts';
import type { Endpoint, Input } from '../../contract/endpoint.ts';
import { type AnswerConnection, createAnswerConnection } from './answer-connection.ts';

/** An endpoint that asks a bot. */
type Asks = Endpoint & { readonly response: { readonly _zod: { readonly output: Turn } } };

/** What a question was answered with, and the connection on which its answer is written; null where it is asked for. */
export type BegunAnswer = { readonly turn: Turn; readonly connection: AnswerConnection | null };

/**
 * Asks a bot. The events of its answer come on the same connection, which the caller gives to `useRunStream` or closes.
 * Throws as `call` does.
 */
export async function ask<E extends Asks>(endpoint: E, input: Input<E>): Promise<BegunAnswer> {
  const { data, connection } = await callFollowed(endpoint, input);
  const turn: Turn = data;
  const runId = turn.answer.run?.id;
  if (connection === null) return { turn, connection };
  if (runId !== undefined) return { turn, connection: createAnswerConnection(runId, connection) };
  connection.close();
  return { turn, connection: null };
}
