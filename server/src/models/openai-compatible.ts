import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { boundedFetch } from './bounded-fetch.ts';
import { type Deadlines, watch } from './deadline.ts';
import { type AnswerPart, type LanguageModel, ModelFailure, type Question } from './language-model.ts';
import { citedNumbers, systemPrompt } from './prompt.ts';

export type OpenAiCompatibleSettings = {
  /** Up to and including the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly modelName: string;
  readonly deadlines?: Deadlines;
};

// A large model with a long prompt may think for most of a minute; after that people have left.
const defaultDeadlines: Deadlines = { firstMs: 60_000, betweenMs: 30_000, totalMs: 600_000 };

/** No answer a person reads is longer; a model that never ends is stopped here with what it said. */
const answerMaxLength = 200_000;

/**
 * Any provider with an OpenAI-compatible API. The provider's own stream is read directly: the layer above it adds
 * some ten times the memory a stream and nothing that is used here.
 */
export function createOpenAiCompatibleModel({ baseUrl, apiKey, modelName, deadlines = defaultDeadlines }: OpenAiCompatibleSettings): LanguageModel {
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: baseUrl.replace(/\/+$/, ''),
    includeUsage: true,
    fetch: boundedFetch,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const model = provider.chatModel(modelName);

  async function* parts(question: Question): AsyncGenerator<AnswerPart> {
    const watched = watch(question.signal, deadlines);
    let answer = '';
    let failure: { cause: unknown } | null = null;
    try {
      const { stream } = await model.doStream({ prompt: promptOf(question), abortSignal: watched.signal });
      for await (const part of stream) {
        if (part.type === 'error') throw part.error;
        if (part.type === 'reasoning-delta') watched.heard();
        if (part.type === 'text-delta') {
          watched.heard();
          answer += part.delta;
          yield { type: 'text', text: part.delta };
          if (answer.length > answerMaxLength) break;
        }
        if (part.type === 'finish') {
          yield { type: 'usage', inputTokens: part.usage.inputTokens.total ?? 0, outputTokens: part.usage.outputTokens.total ?? 0 };
          if (part.finishReason.unified === 'content-filter') throw new ModelFailure('model_refused', 'The model’s own filter ended the answer.');
        }
      }
    } catch (error) {
      failure = { cause: watched.signal.aborted ? watched.cause() : failureOf(error) };
    } finally {
      watched.end();
    }
    // What was said before a failure is kept, and so is what it rests on.
    const citations = citationsOf(answer, question);
    if (citations.length > 0) yield { type: 'citations', citations };
    if (failure !== null) throw failure.cause;
  }
  return { kind: 'language-model', name: modelName, answer: parts };
}

function citationsOf(answer: string, { sources }: Question) {
  const numbers = citedNumbers(answer);
  return sources.map(({ citation }) => citation).filter(({ number }) => numbers.has(number));
}

type Prompt = Parameters<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doStream']>[0]['prompt'];

function promptOf(question: Question): Prompt {
  return [
    { role: 'system', content: systemPrompt(question) },
    ...question.turns.map(({ author, content }) => ({
      role: author === 'member' ? ('user' as const) : ('assistant' as const),
      content: [{ type: 'text' as const, text: content }],
    })),
  ];
}

/** What went wrong in the words of the contract. The provider's own words stay in `cause`, for the log. */
function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const status = statusOf(error);
  if (status === undefined) return new ModelFailure('model_unavailable', `The model’s answer broke off: ${reasonOf(error)}`, error);
  if (status === 429) return new ModelFailure('model_rate_limited', 'The model’s provider answered 429.', error);
  if (status === 408 || status === 504) return new ModelFailure('model_timeout', `The model’s provider answered ${status}.`, error);
  // Who may ask, and where: wrong settings of this deployment, not something the person asked.
  if (status >= 500 || status === 401 || status === 403 || status === 404) {
    return new ModelFailure('model_unavailable', `The model’s provider answered ${status}. Check MODEL_BASE_URL, MODEL_API_KEY and MODEL_NAME.`, error);
  }
  return new ModelFailure('model_refused', `The model’s provider refused the request with ${status}.`, error);
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode >= 400) return error.statusCode;
  // an error that came as an event of a stream that had begun well
  if ('code' in error && (error.code === 429 || error.code === 'rate_limit_exceeded')) return 429;
  return undefined;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : 'an error event without a message');
