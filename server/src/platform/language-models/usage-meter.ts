import { isTurnedAway } from './failures.ts';
import type { Usage } from './language-model.ts';
import { estimateTokens } from './tokens.ts';

/** The tokens of a call. Those read from and written to a cache are a part of the input; none if there are none. */
export type Tokens = Omit<Usage, 'type' | 'isEstimated'>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const countOf = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;

/**
 * Returns the usage that an event of Chat Completions reports so far; null if it reports none. Providers that count
 * nothing report 0.
 */
export function reportedIn(chunk: unknown): Tokens | null {
  if (!isObject(chunk)) return null;
  const [choice] = Array.isArray(chunk['choices']) ? (chunk['choices'] as unknown[]) : [];
  const { x_groq: groq } = chunk;
  const usage = [chunk['usage'], isObject(choice) ? choice['usage'] : null, isObject(groq) ? groq['usage'] : null].find(
    isObject,
  );
  if (usage === undefined) return null;
  const inputTokens = countOf(usage['prompt_tokens'] ?? usage['input_tokens']);
  const outputTokens = countOf(usage['completion_tokens'] ?? usage['output_tokens']);
  return inputTokens + outputTokens === 0 ? null : { inputTokens, outputTokens, ...cacheIn(usage, inputTokens) };
}

/** Returns the tokens of the input that came from a cache or went into one, as far as they can be. */
function cacheIn(
  usage: Record<string, unknown>,
  inputTokens: number,
): Pick<Tokens, 'cacheReadTokens' | 'cacheWriteTokens'> {
  const told = usage['prompt_tokens_details'] ?? usage['input_tokens_details'];
  const details = isObject(told) ? told : {};
  const read = countOf(details['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cached_tokens']);
  const write = countOf(
    details['cache_write_tokens'] ?? details['cache_creation_tokens'] ?? usage['cache_creation_input_tokens'],
  );
  return cacheTokens(inputTokens, read, write);
}

/** Returns the counts of a cache that can be true: more than the input they cannot be. */
export function cacheTokens(inputTokens: number, read: number, write: number) {
  const cacheReadTokens = Math.min(read, inputTokens);
  const cacheWriteTokens = Math.min(write, inputTokens - cacheReadTokens);
  return {
    ...(cacheReadTokens === 0 ? {} : { cacheReadTokens }),
    ...(cacheWriteTokens === 0 ? {} : { cacheWriteTokens }),
  };
}

/**
 * Measures the usage of one call from the provider's reports in the stream; an estimate if there are none or the stream
 * is cut.
 */
export class UsageMeter {
  #reported: Tokens | null = null;
  #isFinished = false;
  #isTurnedAway = false;
  #reasoningTokens = 0;

  /** Takes the report of an event, if it has one. They are cumulative: the greatest counts, not the sum. */
  hear(told: Tokens | null, isFinishing: boolean): void {
    if (told !== null) {
      const { inputTokens, outputTokens, ...cache } = this.#reported ?? told;
      this.#reported = {
        ...cache,
        ...told,
        inputTokens: Math.max(inputTokens, told.inputTokens),
        outputTokens: Math.max(outputTokens, told.outputTokens),
      };
    }
    if (isFinishing) this.#isFinished = true;
  }

  /** Marks the end of the stream: nothing more is counted, even if no finish reason came. */
  end(): void {
    this.#isFinished = true;
  }

  /** Counts reasoning tokens, which are charged like the answer. */
  reason(text: string): void {
    this.#reasoningTokens += estimateTokens(text);
  }

  turnedAway(error: unknown): void {
    this.#isTurnedAway = isTurnedAway(error);
  }

  /**
   * Returns the usage; null if the provider did no work. A report on the way is exact only if nothing came after it.
   */
  read(estimate: () => Tokens): (Tokens & { isEstimated: boolean }) | null {
    if (this.#reported !== null && this.#isFinished) return { ...this.#reported, isEstimated: false };
    if (this.#isTurnedAway) return null;
    const { inputTokens, outputTokens } = estimate();
    const said = outputTokens + this.#reasoningTokens;
    if (this.#reported === null) return { inputTokens, outputTokens: said, isEstimated: true };
    return {
      ...this.#reported,
      outputTokens: Math.max(this.#reported.outputTokens, said),
      isEstimated: true,
    };
  }
}
