/**
 * The protocols in which models are asked. `openai` is Chat Completions, which most providers speak beside their own;
 * `openai-responses` and `azure` are the Responses API, `bedrock` is Converse.
 */
export const modelApis = ['openai', 'openai-responses', 'azure', 'anthropic', 'google', 'bedrock'] as const;
export type ModelApi = (typeof modelApis)[number];

/** The protocols of providers that have OpenAI's endpoint for embeddings beside it. */
export const embeddingApis: readonly ModelApi[] = ['openai', 'openai-responses', 'azure'];

/** The base URLs of providers that have one for all their customers. */
export const usualBaseUrls: Readonly<Partial<Record<ModelApi, string>>> = {
  'openai-responses': 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
};

/**
 * Returns the base URL of a provider; undefined if it is not known. The API of a resource at Azure is at `/openai/v1`,
 * and each region of AWS has its own.
 */
export function baseUrlOf(api: ModelApi, declared: string | undefined, region?: string): string | undefined {
  if (declared === undefined)
    return api === 'bedrock' && region !== undefined
      ? `https://bedrock-runtime.${region}.amazonaws.com`
      : usualBaseUrls[api];
  const url = new URL(declared);
  return api === 'azure' && url.pathname === '/' ? new URL('/openai/v1', url).href : declared;
}
