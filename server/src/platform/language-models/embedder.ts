import { AnswerUnusable } from './answer-unusable.ts';
import { boundedFetch } from './bounded-fetch.ts';
import type { Price } from './catalog.ts';
import { failureOf } from './failures.ts';
import { ModelFailure } from './language-model.ts';
import type { ModelNews } from './openai-compatible.ts';
import { estimateTokens } from './tokens.ts';

/** A vector of each text, in their order, and what they took: as the provider counted it, else estimated. */
export type Embedding = {
  readonly vectors: readonly (readonly number[])[];
  readonly inputTokens: number;
  readonly isEstimated: boolean;
};

/** Turns texts into vectors whose nearness is nearness of meaning. Throws a ModelFailure, or the signal's reason. */
export type Embedder = {
  /** Vectors of different models cannot be compared: what is stored says by which it was made. */
  readonly name: string;
  /** As the ledger keeps it. */
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
  /** How long a call is waited for. */
  readonly timeoutMs?: number | undefined;
  /** Hears of calls that have failed, for whoever runs the installation. */
  readonly news?: Pick<ModelNews, 'failed'> | undefined;
};

/** Providers take some hundred texts in one request; the smallest known limit is this. */
const textsInOneCall = 96;
const usualTimeoutMs = 30_000;

export function createEmbedder(settings: EmbedderSettings): Embedder {
  const { baseUrl, apiKey, modelName, provider, price = null, timeoutMs = usualTimeoutMs, news } = settings;
  // Its library is loaded with the first text: many installations declare no such model.
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
