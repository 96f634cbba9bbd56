import { leavesGap } from '../state/answer.ts';
import type { ReceivedEvent } from '../state/answer.ts';

type FollowOptions = {
  /** Code units of the answer that are there already. */
  readonly from: number;
  /** The events from an offset on; it mends a lost connection by itself. */
  readonly open: (offset: number) => AsyncIterable<ReceivedEvent>;
  readonly onEvent: (event: ReceivedEvent) => void;
};

/** A server that leaves out the same text again and again is not asked for ever. */
const mostGaps = 3;

/** Reads a run to its end. Where events leave a gap in the text, it asks again from before the gap. */
export async function followRun({ from, open, onEvent }: FollowOptions): Promise<void> {
  let offset = from;
  for (let gaps = 0; gaps <= mostGaps; gaps += 1) {
    let hasGap = false;
    for await (const event of open(offset)) {
      hasGap = leavesGap(offset, event);
      if (hasGap) break;
      onEvent(event);
      offset = Math.max(offset, Number(event.id));
    }
    if (!hasGap) return;
  }
  throw new Error(
    `The events of a run left out the text from code unit ${offset} on, ${mostGaps + 1} times in a row. The ids it sends must count the text.`,
  );
}
