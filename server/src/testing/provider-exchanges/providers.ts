import { anthropic } from './anthropic.ts';
import { azureChat } from './azure-chat.ts';
import { azure } from './azure.ts';
import { bedrock, bedrockKey, bedrockSession } from './bedrock.ts';
import { deepSeek } from './deepseek.ts';
import type { Provider } from './exchange.ts';
import { geminiChat } from './gemini-chat.ts';
import { google } from './google.ts';
import { groq } from './groq.ts';
import { kimi } from './kimi.ts';
import { liteLlm } from './litellm.ts';
import { llamaCpp } from './llama-cpp.ts';
import { mistral } from './mistral.ts';
import { ollama } from './ollama.ts';
import { openAiResponses } from './openai-responses.ts';
import { openAi } from './openai.ts';
import { openRouter } from './openrouter.ts';
import { qwen } from './qwen.ts';
import { together } from './together.ts';
import { vllm } from './vllm.ts';
import { xai } from './xai.ts';

/** The providers whose API takes requests shaped like OpenAI's. */
export const chatProviders: readonly Provider[] = [
  openAi,
  azureChat,
  geminiChat,
  mistral,
  deepSeek,
  kimi,
  qwen,
  xai,
  groq,
  together,
  openRouter,
  liteLlm,
  vllm,
  llamaCpp,
  ollama,
];

/** The providers that are asked in a protocol of their own. */
export const nativeProviders: readonly Provider[] = [anthropic, google, openAiResponses, azure, bedrock];

/** Other ways to sign in to a provider, which have no column of their own. */
export const otherKeys: readonly Provider[] = [bedrockSession, bedrockKey];
