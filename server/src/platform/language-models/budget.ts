import { tokensOfBytes } from './tokens.ts';

/**
 * The remaining token budget of the caller for an answer. Nothing is requested of a provider that was not taken from it
 * before.
 */
export type Budget = {
  /**
   * Takes what a call may cost: its prompt, and up to `outputTokens` of what is said. Throws a BudgetSpent where too
   * little is left.
   */
  begin(inputTokens: number, outputTokens: number | null): Promise<Room>;
  /** Takes more for what is being said; the room of the whole call from now on. */
  more(): Promise<number>;
  /** The call is over and took so many, prompt and answer together. */
  settle(tokens: number): void;
};

/** `isLast`: there is no more than that, and the provider is told so. */
export type Room = { readonly outputTokens: number; readonly isLast: boolean };

/** Thrown when too little is left for a call, or for the rest of an answer. */
export class BudgetSpent extends Error {
  override name = 'BudgetSpent';
}

/** Counts what a provider says, rather too much than too little, so that it stops where the budget does. */
export class SpendingMeter {
  readonly #budget: Budget | undefined;
  readonly #room: { outputTokens: number; readonly isLast: boolean };
  #bytes = 0;
  #pieces = 0;

  private constructor(budget: Budget | undefined, room: Room) {
    this.#budget = budget;
    this.#room = { ...room };
  }

  /** Throws a BudgetSpent. */
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

  /**
   * A piece of what is said, thought or called, before it is used. Throws a BudgetSpent where nothing is left for it.
   */
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
