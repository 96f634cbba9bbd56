import { tokensOfBytes } from './tokens.ts';

/**
 * The remaining token budget of the caller for an answer. Nothing is requested of a provider that was not taken from it
 * before.
 */
export type Budget = {
  /**
   * Reserves the cost of a call: its prompt, and up to `outputTokens` of output. Throws a BudgetSpent if too little is
   * left.
   */
  begin(inputTokens: number, outputTokens: number | null): Promise<Room>;
  /** Reserves more output; resolves to the new room of the whole call. */
  more(): Promise<number>;
  /** Settles a finished call with its tokens, prompt and output together. */
  settle(tokens: number): void;
};

/** The room of a call. `isLast`: no more is left, and the provider is told so. */
export type Room = { readonly outputTokens: number; readonly isLast: boolean };

/** Thrown when too little is left for a call, or for the rest of an answer. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** Counts output tokens, rather too many than too few, so that the output stops with the budget. */
export class SpendingMeter {
  readonly #budget: Budget | undefined;
  readonly #room: { outputTokens: number; readonly isLast: boolean };
  #bytes = 0;
  #pieces = 0;

  private constructor(budget: Budget | undefined, room: Room) {
    this.#budget = budget;
    this.#room = { ...room };
  }

  /** Reserves the budget of a call. Throws a BudgetSpent. */
  static async begin(
    budget: Budget | undefined,
    inputTokens: number,
    outputTokens: number | null,
  ): Promise<SpendingMeter> {
    return new SpendingMeter(
      budget,
      budget === undefined ? { outputTokens: Infinity, isLast: false } : await budget.begin(inputTokens, outputTokens),
    );
  }

  /** Returns the output limit to send to the provider; null if it is not told. */
  outputTokens(wanted: number | null): number | null {
    return this.#room.isLast ? Math.min(this.#room.outputTokens, wanted ?? Infinity) : wanted;
  }

  /** Counts a piece of text, reasoning or a call before it is used. Throws a BudgetSpent if nothing is left for it. */
  async hear(piece: string): Promise<void> {
    if (this.#budget === undefined || piece === '') return;
    this.#bytes += Buffer.byteLength(piece);
    // Providers send a token or more with each piece.
    this.#pieces += 1;
    while (Math.max(tokensOfBytes(this.#bytes), this.#pieces) > this.#room.outputTokens) {
      const outputTokens = await this.#budget.more();
      if (outputTokens <= this.#room.outputTokens) throw new BudgetSpent('The budget ended within the answer.');
      this.#room.outputTokens = outputTokens;
    }
  }

  settle(tokens: number): void {
    this.#budget?.settle(tokens);
  }
}
