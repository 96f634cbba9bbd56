import type { ReceivedEvent } from '../state/answer.ts';

/** What a stream tells of an answer. */
export type RunChange =
  | { readonly type: 'event'; readonly runId: string; readonly event: ReceivedEvent }
  | { readonly type: 'unreadable'; readonly runId: string; readonly errorCode: string };

type PaceOptions = {
  /** Shows some changes together. Called again only after `drawn`. */
  readonly show: (changes: readonly RunChange[]) => void;
  /** Calls once when the browser has drawn another frame, and says how many milliseconds that took. */
  readonly afterFrame: (then: (tookMs: number) => void) => void;
};

type Pace = {
  readonly add: (change: RunChange) => void;
  /** What was shown last is in the document. */
  readonly drawn: () => void;
  /** Drops what is not shown yet. */
  readonly close: () => void;
};

/** Characters that are shown at once at least: a line or two. */
const leastRoom = 120;
/** The share of the waiting text that one frame shows, so that a large piece is drawn over several frames. */
const shareOfWaiting = 1 / 8;
/** Milliseconds that layout and paint may take; with what was computed before it, a frame stays below 50. */
const frameMs = 28;
/**
 * Characters that are shown at once at most. A frame that took longer halves them, and each that did not gives this
 * much back.
 */
const [mostRoom, growth] = [2000, 1.25];
/**
 * Milliseconds that what waits may wait: where small pieces would take longer, being up to date comes before smooth
 * frames.
 */
const catchUpMs = 1000;

/**
 * Shows what arrives in pieces that the browser at hand can draw in a frame, each when the one before has been drawn. A
 * network gives a page of text at once, and laying out a page in one frame holds up whoever types. In a tab that nobody
 * sees everything is shown at once.
 */
export function createPace({ show, afterFrame }: PaceOptions): Pace {
  let waiting: RunChange[] = [];
  let isDrawing = false;
  let most = mostRoom;
  /** Milliseconds from one piece to the next. */
  let roundMs = 0;
  let shownAt = 0;

  function roomFor(length: number): number {
    if (document.visibilityState === 'hidden') return length;
    const smooth = Math.max(leastRoom, Math.min(Math.round(most), Math.ceil(length * shareOfWaiting)));
    return Math.max(smooth, Math.ceil(length * Math.min(1, roundMs / catchUpMs)));
  }

  function showNext(): void {
    if (isDrawing || waiting.length === 0) return;
    const length = waiting.reduce((sum, change) => sum + textOf(change).length, 0);
    const [now, later] = cut(waiting, roomFor(length));
    waiting = later;
    isDrawing = true;
    shownAt = performance.now();
    show(now);
  }
  return {
    add(change) {
      waiting.push(change);
      showNext();
    },
    drawn() {
      afterFrame((tookMs) => {
        most = tookMs > frameMs ? Math.max(leastRoom, most / 2) : Math.min(mostRoom, most * growth);
        isDrawing = false;
        roundMs = performance.now() - shownAt;
        showNext();
      });
    },
    close() {
      waiting = [];
    },
  };
}

const textOf = (change: RunChange): string =>
  change.type === 'event' && change.event.data.type === 'delta' ? change.event.data.text : '';

/** The first of some changes, with as many characters of text as there is room for, and those behind. */
function cut(changes: readonly RunChange[], room: number): [RunChange[], RunChange[]] {
  let left = room;
  for (const [at, change] of changes.entries()) {
    const { length } = textOf(change);
    if (change.type === 'event' && length > left) {
      const parts = left === 0 ? [] : [partOf(change, 0, left)];
      return [
        [...changes.slice(0, at), ...parts],
        [partOf(change, left, length), ...changes.slice(at + 1)],
      ];
    }
    left -= length;
  }
  return [[...changes], []];
}

/** An event that brings text, with a part of it. Its id counts the text of the answer up to the end of that part. */
function partOf(change: RunChange & { readonly type: 'event' }, from: number, to: number): RunChange {
  const text = textOf(change);
  const id = String(Number(change.event.id) - text.length + to);
  return { ...change, event: { id, data: { type: 'delta', text: text.slice(from, to) } } };
}
