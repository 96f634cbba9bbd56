import { AnswerUnusable } from './answer-unusable.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Price } from './catalog.ts';
import { failureOf } from './failures.ts';
import { ModelFailure } from './language-model.ts';
import type { ModelNews } from './remote-model.ts';
import { estimateTokens } from './tokens.ts';

/** Embeddings in the order of the texts, with their usage: as the provider counted it, or else estimated. */
export type Embedding = {
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens: number;
  readonly isEstimated: boolean;
};

/** Turns texts into vectors whose distance reflects meaning. Throws a ModelFailure, or the signal's reason. */
export type Embedder = {
  /** The name of the model: vectors of different models cannot be compared, so it is stored with each. */
  readonly name: string;
  /** The provider's name in the ledger. */
  readonly provider: string;
  readonly price: Price | null;
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedding>;
};

type EmbedderSettings = {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly modelName: string;
  readonly provider: string;
  readonly price?: Price | null;
  /** The timeout of a call. */
  readonly timeoutMs?: number | undefined;
  /** Listens for failed calls, for the operator. */
  readonly news?: Pick<ModelNews, 'failed'> | undefined;
};

/** The number of texts per call: the smallest known limit of providers. */
const textsInOneCall = 96;
const usualTimeoutMs = 30_000;
/** The length of a vector: more than any model makes, and little enough to be stored by the hundred thousand. */
const valuesAtMost = 16_384;

export function createEmbedder(settings: EmbedderSettings): Embedder {
  const { baseUrl, apiKey, modelName, provider, price = null, timeoutMs = usualTimeoutMs, news } = settings;
  // Loads the library with the first text: many installations declare no such model.
  const open = async () => {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const api = createOpenAICompatible({
      name: 'model',
      baseURL: baseUrl.replace(/\/+$/, ''),
      fetch: boundedFetch,
      ...(apiKey === undefined ? {} : { apiKey }),
    });
    return api.embeddingModel(modelName);
  };
  return {
    name: modelName,
    provider,
    price,
    async embed(texts, signal) {
      const model = await open();
      const vectors: (readonly number[])[] = [];
      let [inputTokens, isEstimated] = [0, false];
      for (let at = 0; at < texts.length; at += textsInOneCall) {
        const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
        try {
          const values = texts.slice(at, at + textsInOneCall);
          const { embeddings, usage } = await model.doEmbed({ values, abortSignal });
          const unusable = embeddings.find(({ length }) => length === 0 || length > valuesAtMost);
          if (unusable !== undefined) throw new AnswerUnusable(`A vector has ${unusable.length} values.`);
          vectors.push(...embeddings);
          inputTokens += usage?.tokens ?? values.reduce((sum, text) => sum + estimateTokens(text), 0);
          isEstimated ||= usage === undefined;
        } catch (error) {
          if (signal.aborted) throw signal.reason;
          const late = `The model gave no vectors within ${timeoutMs} ms.`;
          const failure = abortSignal.aborted ? new ModelFailure('model_timeout', late) : failureOf(error, [apiKey]);
          news?.failed(failure);
          throw failure;
        }
      }
      if (vectors.length !== texts.length)
        throw failureOf(new AnswerUnusable(`${vectors.length} vectors came for ${texts.length} texts.`));
      return { vectors, inputTokens, isEstimated };
    },
  };
}
