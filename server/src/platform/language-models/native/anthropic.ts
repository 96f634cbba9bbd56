import { type ProviderApi, levelOf } from './provider-api.ts';

/** The Messages API of Anthropic (https://docs.claude.com/en/api/messages). */
export const anthropic: ProviderApi = {
  async open({ baseUrl: baseURL, apiKey = '', modelName }, fetch) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ baseURL, apiKey, fetch })(modelName);
  },
  reasoning: (_, effort) => ({ reasoning: levelOf(effort) }),
  keepUpToHere: () => ({ anthropic: { cacheControl: { type: 'ephemeral' } } }),
  // It demands a limit, and refuses one that does not fit behind the prompt. The library lowers it to the model's own.
  answerAtMost: 64_000,
  takesCallsAlone: true,
  needsOwnReasoning: true,
};
