import type { Language } from '@parlance/shared/contract/values/language';
import type { Embedder } from './embedder.ts';
import type { LanguageModel } from './language-model.ts';

/** In millionths of the currency's unit for a million tokens: what 2.50 a million tokens costs is 2,500,000. */
export type Price = { readonly input: number; readonly output: number; readonly currency: string };

/** A model that this deployment knows. */
export type CatalogModel = {
  /** Its row in `models`. */
  readonly id: string;
  /** The provider’s name and the model’s own there, as the ledger keeps them. */
  readonly provider: string;
  readonly modelName: string;
  readonly model: LanguageModel;
  readonly price: Price | null;
  /** Languages it is meant for; empty: all. */
  readonly languages: readonly Language[];
  /** Answers where this one cannot. */
  readonly fallback: CatalogModel | null;
};

/** The models that answer where `first` cannot, in the order they are asked; a circle of them ends. */
export function* standInsOf(first: CatalogModel): Generator<CatalogModel> {
  const seen = new Set([first]);
  for (let next = first.fallback; next !== null && !seen.has(next); next = next.fallback) {
    seen.add(next);
    yield next;
  }
}

/** What answers for the bots of this deployment. */
export type Catalog = {
  /** For bots that name none. */
  readonly standard: CatalogModel;
  /** All that can be chosen, in the order they are declared. */
  readonly all: readonly CatalogModel[];
  /** The model of a bot; the standard one where it names none, or one that is no longer offered. */
  of(modelId: string | null): CatalogModel;
  /** That of all prices; null where no model has one. */
  readonly currency: string | null;
  /** Makes vectors of texts; null where no provider offers it. */
  readonly embedder: Embedder | null;
};

/** Whole millionths: what a call costs, rounded to the nearest. */
export function costOf(
  { price }: Pick<CatalogModel, 'price'>,
  { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
): number | null {
  return price === null ? null : Math.round((inputTokens * price.input + outputTokens * price.output) / 1_000_000);
}
