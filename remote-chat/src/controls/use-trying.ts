import { useState } from 'react';

export type Trying = {
  readonly isTrying: boolean;
  /** Why the last attempt failed; null once another one is made. */
  readonly failure: unknown;
  readonly attempt: (act: () => Promise<unknown>) => void;
};

/** Tries what a dialog is about, and keeps why it failed. After a success the dialog is gone: nothing is set then. */
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
