import type { ToolCall } from '@parlance/shared/contract/api/tools';

export type CallProgress = NonNullable<ToolCall['progress']>;

/** News of a call: whether its row has changed, and how far its server is. */
export type CallNewsItem = { readonly hasNewRow: boolean; readonly progress: CallProgress | null };

/** The shortest time between two items about progress alone: some servers tell of each byte. */
const progressEveryMs = 500;

/** Collects what there is to tell of a call while it is made. What comes faster than it is told is told once. */
export class CallNews {
  #hasNewRow = false;
  #progress: CallProgress | null = null;
  #hasNewProgress = false;
  #wake = () => {};

  /** Notes that the row of the call has changed. */
  readonly rowChanged = (): void => {
    this.#hasNewRow = true;
    this.#wake();
  };

  /** Notes how far the server is. */
  readonly progressed = (progress: CallProgress): void => {
    this.#progress = progress;
    this.#hasNewProgress = true;
    this.#wake();
  };

  /** Yields news until the call has ended. */
  async *until(ended: Promise<unknown>): AsyncGenerator<CallNewsItem, void> {
    const end = new AbortController();
    let nextProgressAt = 0;
    const hasEnded = () => {
      end.abort();
      this.#wake();
    };
    ended.then(hasEnded, hasEnded);
    for (;;) {
      const pauseMs = nextProgressAt - performance.now();
      if (this.#hasNewRow || (this.#hasNewProgress && pauseMs <= 0)) {
        const item = { hasNewRow: this.#hasNewRow, progress: this.#progress };
        [this.#hasNewRow, this.#hasNewProgress] = [false, false];
        nextProgressAt = performance.now() + progressEveryMs;
        yield item;
      } else if (end.signal.aborted) return;
      else await this.#next(this.#hasNewProgress ? pauseMs : null);
    }
  }

  async #next(withinMs: number | null): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    const timer = withinMs === null ? undefined : setTimeout(this.#wake, withinMs);
    await promise;
    clearTimeout(timer);
  }
}
