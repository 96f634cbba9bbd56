import { useRef, useState } from 'react';

/**
 * A request to send. Resolved with `again` it can be sent once more; otherwise it is done, and the next screen is on
 * its way.
 */
type Work = () => Promise<'again' | undefined>;

export type Sending = {
  /** Does the work, unless it is under way or done. An error that `explain` handles is no `failure`. */
  readonly send: (work: Work, explain?: (error: unknown) => boolean) => void;
  readonly isSending: boolean;
  /** The reason the last attempt failed; null once another one begins. */
  readonly failure: unknown;
  readonly forgetFailure: () => void;
};

/**
 * Sends at most one request at a time, and none after a success: not even in the moment before the next screen is
 * there.
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
