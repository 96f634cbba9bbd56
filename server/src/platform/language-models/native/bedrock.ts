import { type ProviderApi, levelOf } from './provider-api.ts';

/** The models whose requests are kept where that is asked for; others refuse to be asked. */
const keepsRequests = /\b(anthropic\.|amazon\.nova)/;

/** Converse of Amazon Bedrock (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html). */
export const bedrock: ProviderApi = {
  async open({ baseUrl: baseURL, apiKey, aws, modelName }, fetch) {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
    return createAmazonBedrock({
      baseURL,
      fetch,
      // An empty key: without keys of an account, those of the machine are not taken instead.
      apiKey: apiKey ?? '',
      region: aws?.region ?? 'us-east-1',
      accessKeyId: aws?.accessKeyId ?? '',
      secretAccessKey: aws?.secretAccessKey ?? '',
      ...(aws?.sessionToken === undefined ? {} : { sessionToken: aws.sessionToken }),
    })(modelName);
  },
  reasoning: ({ modelName }, effort) => ({
    // The library knows no `max`, and asks for it by `xhigh`.
    reasoning: effort === 'max' ? 'xhigh' : levelOf(effort),
    ...(effort !== null && effort !== 'none' && /\banthropic\./.test(modelName)
      ? { providerOptions: { bedrock: { reasoningConfig: { display: 'summarized' } } } }
      : {}),
  }),
  keepUpToHere: ({ modelName }) =>
    keepsRequests.test(modelName) ? { bedrock: { cachePoint: { type: 'default' } } } : undefined,
  // It has no way to forbid a call but to tell no functions, and the library leaves calls and results out then.
  takesCallsAlone: false,
  needsOwnReasoning: true,
};
