import type { LanguageModelV4, LanguageModelV4CallOptions, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import type { ModelApi } from '../../config/model-api.ts';
import type { RemoteModelSettings } from '../remote-model.ts';

/** The keys of an account at AWS, with which requests are signed. */
export type AwsKeys = {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
};

export type NativeApi = Exclude<ModelApi, 'openai'>;

export type NativeModelSettings = RemoteModelSettings & {
  readonly api: NativeApi;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly aws?: AwsKeys | undefined;
};

/** What differs between the providers’ libraries. */
export type ProviderApi = {
  /** Loads the library with the first call: most installations use none, or one. */
  open(settings: NativeModelSettings, fetch: typeof globalThis.fetch): Promise<LanguageModelV4>;
  /** Returns how reasoning is asked for, and that it be shown; `effort` is null for the model’s default. */
  reasoning(
    settings: NativeModelSettings,
    effort: ReasoningEffort | null,
  ): Pick<LanguageModelV4CallOptions, 'reasoning' | 'providerOptions'>;
  /** Marks the end of what the provider keeps for the next call; undefined where that needs no mark. */
  keepUpToHere(settings: NativeModelSettings): SharedV4ProviderOptions | undefined;
  /** The most tokens of an answer that has no limit of its own; undefined where the provider needs none. */
  readonly answerAtMost?: number;
  /** False if it takes calls and their results only beside functions that may be called. */
  readonly takesCallsAlone: boolean;
  /** True if a model that reasons takes its earlier calls back only with the reasoning that led to them. */
  readonly needsOwnReasoning: boolean;
};

/** Names an effort for the libraries, which map it to the levels or budgets of a model. */
export const levelOf = (effort: ReasoningEffort | null) => effort ?? 'provider-default';

/** True if the operator has declared that the model reasons. */
export const canReason = ({ reasoningEfforts = [] }: RemoteModelSettings): boolean => reasoningEfforts.length > 0;
