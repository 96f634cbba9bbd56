import { type ProviderApi, canReason, levelOf } from './provider-api.ts';

/** The Gemini API of Google (https://ai.google.dev/api/generate-content). It keeps the beginnings of requests itself. */
export const google: ProviderApi = {
  async open({ baseUrl: baseURL, apiKey = '', modelName }, fetch) {
    const { createGoogle } = await import('@ai-sdk/google');
    return createGoogle({ baseURL, apiKey, fetch })(modelName);
  },
  reasoning: (settings, effort) => ({
    reasoning: levelOf(effort),
    ...(canReason(settings) && effort !== 'none'
      ? { providerOptions: { google: { thinkingConfig: { includeThoughts: true } } } }
      : {}),
  }),
  keepUpToHere: () => undefined,
  takesCallsAlone: true,
  needsOwnReasoning: false,
};
