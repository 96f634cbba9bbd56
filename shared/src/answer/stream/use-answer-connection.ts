import { useCallback, useEffect, useRef, useState } from 'react';
import type { AnswerConnection } from './answer-connection.ts';

type KeepConnection = (connection: AnswerConnection | null) => void;

/**
 * Keeps the connection of the newest question for `useRunStream`, at first the one that a screen before has left.
 * Closes what nobody has taken when the next one comes and when the screen is left, and what comes after that.
 */
export function useAnswerConnection(
  first: () => AnswerConnection | null = () => null,
): readonly [AnswerConnection | null, KeepConnection] {
  const [connection, setConnection] = useState(first);
  const newest = useRef(connection);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      newest.current?.close();
    };
  }, []);
  const keep = useCallback<KeepConnection>((next) => {
    newest.current?.close();
    newest.current = next;
    if (isShown.current) setConnection(next);
    else next?.close();
  }, []);
  return [connection, keep];
}
