import type { Connection } from '@parlance/shared/http';

/** The connection on which an answer began: for one reader, or closed. */
export type AnswerConnection = {
  readonly runId: string;
  /** Gives it to the one who reads it, and who closes it from then on; null to whoever comes later. */
  readonly take: () => Connection | null;
  /** Closes it, unless somebody has taken it. */
  readonly close: () => void;
};

export function createAnswerConnection(runId: string, connection: Connection): AnswerConnection {
  let untaken: Connection | null = connection;
  const take = () => {
    const taken = untaken;
    untaken = null;
    return taken;
  };
  return { runId, take, close: () => take()?.close() };
}
