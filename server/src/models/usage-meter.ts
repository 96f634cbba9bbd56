import * as z from 'zod/mini';
import { isTurnedAway } from './failures.ts';
import { estimateTokens } from './tokens.ts';

type Tokens = { inputTokens: number; outputTokens: number };

const reported = z.object({ usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }) });

const isFinishing = (choice: unknown) => typeof choice === 'object' && choice !== null && 'finish_reason' in choice && typeof choice.finish_reason === 'string';

/** What one call took, from what its provider says in the stream; where it does not say, or the stream is cut, an estimate. */
export class UsageMeter {
  #reported: Tokens | null = null;
  #isFinished = false;
  #isTurnedAway = false;
  #thoughtTokens = 0;

  /** Each chunk as it came. */
  hear(chunk: unknown): void {
    if (typeof chunk !== 'object' || chunk === null) return;
    // Most chunks have neither: they are not looked at further.
    if ('usage' in chunk && chunk.usage !== null && chunk.usage !== undefined) {
      const { success, data } = z.safeParse(reported, chunk);
      if (success) this.#reported = { inputTokens: data.usage.prompt_tokens, outputTokens: data.usage.completion_tokens };
    }
    if (!this.#isFinished) this.#isFinished = 'choices' in chunk && Array.isArray(chunk.choices) && chunk.choices.some(isFinishing);
  }

  /** What a model thinks before it answers is charged as an answer is. */
  think(text: string): void {
    this.#thoughtTokens += estimateTokens(text);
  }

  turnedAway(error: unknown): void {
    this.#isTurnedAway = isTurnedAway(error);
  }

  /** Null where the provider did no work. What was reported on the way is exact only when nothing came after it. */
  read(estimate: () => Tokens): (Tokens & { isEstimated: boolean }) | null {
    if (this.#reported !== null && this.#isFinished) return { ...this.#reported, isEstimated: false };
    if (this.#isTurnedAway) return null;
    const { inputTokens, outputTokens } = estimate();
    const said = outputTokens + this.#thoughtTokens;
    if (this.#reported === null) return { inputTokens, outputTokens: said, isEstimated: true };
    return { inputTokens: this.#reported.inputTokens, outputTokens: Math.max(this.#reported.outputTokens, said), isEstimated: true };
  }
}
