import { useState } from 'react';

export type Trying = {
  readonly isTrying: boolean;
  /** The reason the last attempt failed; null once another one begins. */
  readonly failure: unknown;
  readonly attempt: (act: () => Promise<unknown>) => void;
};

/**
 * Runs the action of a dialog, and keeps the reason of a failure. After a success the dialog is gone: no state is set
 * then.
 */
export function useTrying(): Trying {
  const [isTrying, setIsTrying] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function run(act: () => Promise<unknown>): Promise<void> {
    setIsTrying(true);
    setFailure(null);
    try {
      await act();
    } catch (reason) {
      setFailure(reason);
      setIsTrying(false);
    }
  }
  return { isTrying, failure, attempt: (act) => void run(act) };
}
