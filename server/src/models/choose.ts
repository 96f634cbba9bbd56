import { createEmbeddedModel } from './embedded.ts';
import type { LanguageModel } from './language-model.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';

export type ModelSettings = {
  readonly MODEL_BASE_URL?: string | undefined;
  readonly MODEL_API_KEY?: string | undefined;
  readonly MODEL_NAME?: string | undefined;
};

/** The model of this deployment: the one its settings name, else the embedded one. */
export function chooseModel({ MODEL_BASE_URL, MODEL_API_KEY, MODEL_NAME }: ModelSettings): LanguageModel {
  if (MODEL_BASE_URL === undefined || MODEL_NAME === undefined) return createEmbeddedModel();
  return createOpenAiCompatibleModel({ baseUrl: MODEL_BASE_URL, apiKey: MODEL_API_KEY, modelName: MODEL_NAME });
}
