import { useRef, useState } from 'react';

/**
 * What is sent. Resolved with `again` it can be sent once more; otherwise it is done, and the next screen is on its
 * way.
 */
type Work = () => Promise<'again' | undefined>;

export type Sending = {
  /** Does the work, unless it is under way or done. Where `explain` takes an error, it is no `failure`. */
  readonly send: (work: Work, explain?: (error: unknown) => boolean) => void;
  readonly isSending: boolean;
  /** Why the last attempt failed; null once another one is made. */
  readonly failure: unknown;
  readonly forgetFailure: () => void;
};

/**
 * Something that is sent once at a time, and not again once it has arrived: also in the moment before the next screen
 * is there.
 */
export function useSending(): Sending {
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = useRef(false);

  function end(): void {
    isUnderWay.current = false;
    setIsSending(false);
  }

  async function run(work: Work, explain: (error: unknown) => boolean): Promise<void> {
    try {
      if ((await work()) === 'again') end();
    } catch (error) {
      end();
      if (!explain(error)) setFailure(error);
    }
  }

  function send(work: Work, explain = (_: unknown) => false): void {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsSending(true);
    setFailure(null);
    void run(work, explain);
  }
  return { send, isSending, failure, forgetFailure: () => setFailure(null) };
}
