import type { ModelApi } from '../../config/model-api.ts';
import type { LanguageModel } from '../language-model.ts';
import { type OpenAiCompatibleSettings, createOpenAiCompatibleModel } from '../openai-compatible.ts';
import { createNativeModel } from './native-model.ts';
import type { AwsKeys } from './provider-api.ts';

export type ModelSettings = OpenAiCompatibleSettings & {
  /** The protocol its provider speaks; Chat Completions by default. */
  readonly api?: ModelApi;
  readonly aws?: AwsKeys | undefined;
};

/** Creates a model of a provider, by the protocol that the provider speaks. */
export function createLanguageModel({ api = 'openai', ...settings }: ModelSettings): LanguageModel {
  return api === 'openai' ? createOpenAiCompatibleModel(settings) : createNativeModel({ ...settings, api });
}
