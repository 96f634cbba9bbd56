import type { Language } from '@parlance/shared/contract/values/language';
import type { Embedder } from './embedder.ts';
import type { LanguageModel } from './language-model.ts';
import type { Tokens } from './usage-meter.ts';

/**
 * A price in millionths of the currency's unit per million tokens: 2.50 per million tokens is 2,500,000. What is read
 * from a cache or written to one costs as much as other input where no price of its own is known.
 */
export type Price = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly currency: string;
};

/** A model that this deployment knows. */
export type CatalogModel = {
  /** The id of its row in `models`. */
  readonly id: string;
  /** The names of the provider and the model, as the ledger stores them. */
  readonly provider: string;
  readonly modelName: string;
  readonly model: LanguageModel;
  readonly price: Price | null;
  /** The languages it is meant for; empty means all. */
  readonly languages: readonly Language[];
  /** The model that answers if this one cannot. */
  readonly fallback: CatalogModel | null;
};

/** Yields the models that answer if `first` cannot, in order; a cycle among them ends. */
export function* standInsOf(first: CatalogModel): Generator<CatalogModel> {
  const seen = new Set([first]);
  for (let next = first.fallback; next !== null && !seen.has(next); next = next.fallback) {
    seen.add(next);
    yield next;
  }
}

/** The models that answer for the bots of this deployment. */
export type Catalog = {
  /** The default, for bots that name none. */
  readonly standard: CatalogModel;
  /** All models to choose from, in the order of their declaration. */
  readonly all: readonly CatalogModel[];
  /** Returns the model of a bot; the standard one if it names none, or one that is no longer offered. */
  of(modelId: string | null): CatalogModel;
  /** The currency of all prices; null if no model has one. */
  readonly currency: string | null;
  /** The embedder; null if no provider offers one. */
  readonly embedder: Embedder | null;
};

/** Returns the cost of a call in whole millionths, rounded to the nearest. */
export function costOf(
  { price }: Pick<CatalogModel, 'price'>,
  { inputTokens, outputTokens, cacheReadTokens: read = 0, cacheWriteTokens: write = 0 }: Tokens,
): number | null {
  if (price === null) return null;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const cost = (inputTokens - read - write) * input + read * cacheRead + write * cacheWrite + outputTokens * output;
  return Math.round(cost / 1_000_000);
}
