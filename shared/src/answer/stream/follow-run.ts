import { leavesGap, placeAfter } from '../state/answer.ts';
import type { Place, ReceivedEvent } from '../state/answer.ts';

type FollowOptions = {
  /** The place up to which the answer has been read already. */
  readonly from: Place;
  /** The events from an offset of the text on; it mends a lost connection by itself. */
  readonly open: (offset: number) => AsyncIterable<ReceivedEvent>;
  readonly onEvent: (event: ReceivedEvent) => void;
};

/** A server that leaves out the same text again and again is not asked for ever. */
const mostGaps = 3;

/** Reads a run to its end. Where events leave a gap, it asks again from before the gap. */
export async function followRun({ from, open, onEvent }: FollowOptions): Promise<void> {
  let place = from;
  for (let gaps = 0; gaps <= mostGaps; gaps += 1) {
    let hasGap = false;
    for await (const event of open(place.text)) {
      hasGap = leavesGap(place, event);
      if (hasGap) break;
      onEvent(event);
      place = placeAfter(place, event);
    }
    if (!hasGap) return;
  }
  throw new Error(
    `The events of a run left out the text from code unit ${place.text} on, or the reasoning from ${place.reasoning}, ${mostGaps + 1} times in a row. The ids it sends must count the text.`,
  );
}
