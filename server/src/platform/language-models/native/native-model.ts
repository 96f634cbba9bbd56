import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import { AnswerUnusable } from '../answer-unusable.ts';
import { ProviderRefusal } from '../chat-request.ts';
import type { Watch } from '../deadline.ts';
import type { LanguageModel, Question, Sampling } from '../language-model.ts';
import { systemPrompt } from '../prompt.ts';
import { messageIn } from '../provider-words.ts';
import { RefusedParameters } from '../refused-parameters.ts';
import { type BegunEvents, createRemoteModel } from '../remote-model.ts';
import { tokensOf } from '../tokens.ts';
import { anthropic } from './anthropic.ts';
import { bedrock } from './bedrock.ts';
import { google } from './google.ts';
import { failureIn } from './library-failures.ts';
import type { NativeApi, NativeModelSettings, ProviderApi } from './provider-api.ts';
import { type ProviderConnection, providerConnection } from './provider-fetch.ts';
import { questionPrompt, toolOptions } from './question-prompt.ts';
import { azure, responses } from './responses.ts';
import { StreamReader, isInterrupted } from './stream-reader.ts';

const providerApis: Readonly<Record<NativeApi, ProviderApi>> = {
  anthropic,
  google,
  azure,
  'openai-responses': responses,
  bedrock,
};

/** Creates a model that is asked in its provider’s own protocol, by the library that is kept for it. */
export function createNativeModel(settings: NativeModelSettings): LanguageModel {
  const { api, baseUrl, modelName, apiKey, aws } = settings;
  const provider = providerApis[api];
  const origin = `${api} ${new URL(baseUrl).host} ${modelName}`;
  const refused = new RefusedParameters('native');
  return createRemoteModel<LanguageModelV4StreamPart>(settings, {
    origin,
    secrets: [apiKey, aws?.secretAccessKey, aws?.sessionToken],
    async ask(question, watched) {
      const connection = providerConnection(watched.isAlive);
      const model = await provider.open(settings, connection.fetch);
      return await new Asking({ settings, provider, origin, connection, model, refused }).ask(question, watched);
    },
  });
}

type AskingParts = {
  readonly settings: NativeModelSettings;
  readonly provider: ProviderApi;
  readonly origin: string;
  readonly connection: ProviderConnection;
  readonly model: LanguageModelV4;
  readonly refused: RefusedParameters;
};

/** One question, asked again at once without what the model refuses; each time less is left to refuse. */
class Asking {
  readonly #parts: AskingParts;
  #returnsBlocks = true;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  async ask(question: Question, watched: Watch): Promise<BegunEvents<LanguageModelV4StreamPart>> {
    const { settings, connection, model, refused } = this.#parts;
    const attempt = refused.attempt();
    for (;;) {
      // The same parameters, or less of them.
      const fitting: Parameters = attempt.withoutRefused(parametersOf(question.sampling, settings.reasoningEfforts));
      try {
        const { stream } = await model.doStream({
          ...this.#options(question, fitting),
          abortSignal: watched.signal,
        });
        const learned = attempt.isTaken();
        if (learned.length > 0) settings.news?.adapted(learned);
        return {
          events: partsOf(stream, connection, watched),
          reader: new StreamReader(),
          takesLimit: attempt.takesLimit,
        };
      } catch (error) {
        const failure = failureIn(error);
        if (this.#returnsBlocks && isAboutBlocks(failure)) this.#returnsBlocks = false;
        else if (!attempt.learn(failure, fitting)) throw failure;
      }
    }
  }

  #options(question: Question, { max_tokens, temperature, reasoning_effort }: Parameters): LanguageModelV4CallOptions {
    const { settings, provider, origin } = this.#parts;
    const keepUpToHere = provider.keepUpToHere(settings);
    const mayCall = question.tools !== undefined && question.tools.functions.length > 0 && question.tools.mayCall;
    const prompt = questionPrompt(question, {
      origin,
      returnsBlocks: this.#returnsBlocks,
      tellsCalls: !provider.takesCallsAlone && !mayCall,
      keepUpToHere,
    });
    const mayReason = !provider.needsOwnReasoning || this.#hasOwnReasoning(question);
    return {
      prompt,
      ...limitOf(max_tokens ?? this.#usualLimit(question)),
      ...(temperature === undefined ? {} : { temperature }),
      ...provider.reasoning(settings, mayReason ? (reasoning_effort ?? null) : null),
      ...toolOptions(question.tools),
    };
  }

  /** Returns the limit of an answer where its provider demands one: what the context leaves beside the prompt. */
  #usualLimit(question: Question): number | undefined {
    const { settings, provider } = this.#parts;
    const { answerAtMost } = provider;
    const { contextLength = null } = settings;
    if (answerAtMost === undefined || contextLength === null) return undefined;
    return Math.max(1, Math.min(answerAtMost, contextLength - tokensOf(systemPrompt(question), question)));
  }

  /** True if each call of this answer goes back with the reasoning that led to it. */
  #hasOwnReasoning({ tools }: Question): boolean {
    const { origin } = this.#parts;
    return (tools?.exchanges ?? []).every(
      ({ calls: [first] }) =>
        this.#returnsBlocks && first?.extras?.from === origin && first.extras.message !== undefined,
    );
  }
}

type Parameters = {
  readonly max_tokens?: number;
  readonly temperature?: number;
  readonly reasoning_effort?: ReasoningEffort;
};

const limitOf = (maxOutputTokens: number | undefined) => (maxOutputTokens === undefined ? {} : { maxOutputTokens });

/** The parameters that a model can do without, by the names that refusals are read for. */
function parametersOf(sampling: Sampling | undefined, efforts: readonly ReasoningEffort[] = []): Parameters {
  const { temperature = null, max_output_tokens: limit = null, reasoning_effort: effort = null } = sampling ?? {};
  return {
    ...(limit === null ? {} : { max_tokens: limit }),
    ...(temperature === null ? {} : { temperature }),
    ...(effort === null || !efforts.includes(effort) ? {} : { reasoning_effort: effort }),
  };
}

/** True for a refusal of what came with the model’s own messages: it is no longer signed by who checks it. */
const isAboutBlocks = (error: unknown) =>
  error instanceof ProviderRefusal &&
  (error.statusCode === 400 || error.statusCode === 422) &&
  /signature|encrypted.?content|(redacted_)?thinking`? blocks?/i.test(messageIn(error.responseBody));

/** Yields the parts of a stream. What fails behind the end is of no matter. */
async function* partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  connection: ProviderConnection,
  watched: Watch,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let [hasBegun, hasEnded] = [false, false];
  try {
    for await (const part of stream) {
      if (part.type === 'finish' && isInterrupted(part.finishReason)) break;
      hasEnded ||= part.type === 'finish';
      hasBegun ||= part.type !== 'stream-start' && part.type !== 'response-metadata';
      yield part;
    }
    if (hasEnded) return;
    const failure = connection.failure();
    if (failure !== undefined) throw failure;
    if (!hasBegun) throw new AnswerUnusable('The model sent no event of its protocol.');
    throw new Error('The answer ended before its end.');
  } catch (error) {
    if (!watched.hasEnded()) throw failureIn(error);
  }
}
