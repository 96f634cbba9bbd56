import { type ProviderApi, canReason } from './provider-api.ts';

/**
 * The Responses API of OpenAI (https://platform.openai.com/docs/api-reference/responses). Nothing is stored there, so
 * that reasoning comes encrypted and goes back with the calls it led to. It keeps the beginnings of requests itself.
 */
export const responses: ProviderApi = {
  async open({ baseUrl: baseURL, apiKey = '', modelName }, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL, apiKey, fetch }).responses(modelName);
  },
  reasoning: (settings, effort) => ({
    providerOptions: {
      openai: {
        store: false,
        // A deployment may have any name: what the model is was declared.
        ...(canReason(settings) ? { forceReasoning: true } : {}),
        ...(canReason(settings) && effort !== 'none' ? { reasoningSummary: 'auto' } : {}),
        ...(effort === null ? {} : { reasoningEffort: effort }),
      },
    },
  }),
  keepUpToHere: () => undefined,
  takesCallsAlone: true,
  needsOwnReasoning: false,
};

/**
 * The same API at Azure (https://learn.microsoft.com/azure/ai-foundry/openai/api-version-lifecycle), where the model is
 * a deployment and the key has a header of its own.
 */
export const azure: ProviderApi = {
  ...responses,
  async open({ baseUrl: baseURL, apiKey = '', modelName }, fetch) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const headers = { 'api-key': apiKey };
    return createOpenAI({ baseURL, apiKey, headers, fetch }).responses(modelName);
  },
};
