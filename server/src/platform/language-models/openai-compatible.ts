import { AnswerUnusable } from './answer-unusable.ts';
import { AskedCalls } from './asked-calls.ts';
import { BudgetSpent, SpendingMeter } from './budget.ts';
import { type FinishReason, readChunk } from './chat-chunk.ts';
import { type BegunAnswer, askForAnswer, eventsOf } from './chat-request.ts';
import { type Deadlines, deadlinesOf, watchDeadline } from './deadline.ts';
import { failureOf } from './failures.ts';
import {
  type AnswerPart,
  type LanguageModel,
  ModelFailure,
  type Question,
  type Sampling,
  type Turn,
  type Usage,
} from './language-model.ts';
import { citedNumbers, goOnPrompt, systemPrompt } from './prompt.ts';
import { RefusedParameters } from './refused-parameters.ts';
import { estimateTokens, tokensOf, tokensOfBytes } from './tokens.ts';
import { askedArgumentsMaxLength, exchangeTurns, toolSettings } from './tool-calling.ts';
import { UsageMeter } from './usage-meter.ts';
import { withinContext } from './within-context.ts';

export type OpenAiCompatibleSettings = {
  /** Up to and including the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly modelName: string;
  /** Tokens of prompt and answer together; null where it is not known: then nothing is left out. */
  readonly contextLength?: number | null;
  readonly seesImages?: boolean;
  readonly deadlines?: Deadlines;
  /** Hears what becomes of calls, for whoever runs the installation. */
  readonly news?: ModelNews | undefined;
};

/** What an operator has to know of a model. */
export type ModelNews = {
  /** A call has failed; not one that its asker has given up. */
  failed(failure: ModelFailure): void;
  /** It does not take these parameters, and is asked without them from now on. */
  adapted(parameters: readonly string[]): void;
};

/** No answer a person reads is longer; a model that never ends is stopped here with what it said. */
const answerMaxLength = 200_000;

/** Any provider with an OpenAI-compatible API. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModel {
  const { modelName, contextLength = null, seesImages = false } = settings;
  const refused = new RefusedParameters();
  return {
    kind: 'language-model',
    name: modelName,
    sees_images: seesImages,
    context_length: contextLength,
    answer: (question) =>
      answer({ ...settings, refused }, withinContext(seesImages ? question : withoutImages(question), contextLength)),
  };
}

type Asking = OpenAiCompatibleSettings & { readonly refused: RefusedParameters };

async function* answer(
  { deadlines = deadlinesOf({}), ...settings }: Asking,
  question: Question,
): AsyncGenerator<AnswerPart> {
  const system = systemPrompt(question);
  const sampling = question.sampling ?? unset;
  const spending = await SpendingMeter.begin(question.budget, tokensOf(system, question), sampling.max_output_tokens);
  const outputTokens = spending.outputTokens(sampling.max_output_tokens);
  const watched = watchDeadline(question.signal, deadlines);
  const meter = new UsageMeter();
  let text = '';
  const asked = new AskedCalls();
  let failure: { cause: unknown } | null = null;
  try {
    let finishReason: FinishReason | null = null;
    const body = requestOf(settings, system, {
      ...question,
      sampling: { ...sampling, max_output_tokens: outputTokens },
    });
    const { begun, takesLimit } = await askedAsItTakes(settings, body, watched.signal);
    const untold = new UntoldLimit(takesLimit ? null : outputTokens);
    for await (const event of eventsOf(begun, watched)) {
      const chunk = readChunk(event);
      await spending.hear(chunk.thought + chunk.text + chunk.calls.map((call) => call.name + call.arguments).join(''));
      meter.hear(event);
      finishReason = chunk.finishReason ?? finishReason;
      if (chunk.text !== '' || chunk.thought !== '' || chunk.calls.length > 0) watched.heard();
      if (chunk.finishReason !== null) watched.ending();
      meter.think(chunk.thought);
      asked.add(chunk.calls);
      if (asked.length > askedArgumentsMaxLength) throw new AnswerUnusable('The model wrote a call without an end.');
      if (chunk.text === '') continue;
      text += chunk.text;
      yield { type: 'text', text: chunk.text };
      if (untold.hear(chunk.text)) finishReason = 'length';
      if (text.length > answerMaxLength || untold.hasEnded) break;
    }
    if (text.length <= answerMaxLength && !untold.hasEnded) meter.end();
    if (finishReason === 'content_filter')
      throw new ModelFailure('model_refused', 'The model’s own filter ended the answer.');
    if (finishReason === 'error') throw new Error('The model said that it has failed.');
    if (finishReason === 'length' && outputTokens !== sampling.max_output_tokens)
      throw new BudgetSpent('The provider ended the answer where the budget does.');
    for (const call of asked.whole()) yield { type: 'call', call };
  } catch (error) {
    const isLeft = watched.signal.aborted && !watched.hasEnded();
    failure = {
      cause: isLeft ? watched.cause() : error instanceof BudgetSpent ? error : failureOf(error, [settings.apiKey]),
    };
    if (!watched.signal.aborted) meter.turnedAway(error);
  } finally {
    watched.end();
  }
  if (failure?.cause instanceof ModelFailure) settings.news?.failed(failure.cause);
  // What was said before a failure is kept, and so is what it rests on and what it took.
  const took = whatItTook(meter, system, question, text + asked.text);
  spending.settle((took?.inputTokens ?? 0) + (took?.outputTokens ?? 0));
  if (took !== null) yield took;
  const citations = citationsOf((question.begun ?? '') + saidBefore(question) + text, question);
  if (citations.length > 0) yield { type: 'citations', citations };
  if (failure !== null) throw failure.cause;
}

/** Asks, and at once again without what the model refuses of the parameters; each time there are fewer. */
async function askedAsItTakes(
  { refused, news, ...settings }: Asking,
  body: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<{ begun: BegunAnswer; takesLimit: boolean }> {
  const attempt = refused.attempt();
  for (;;) {
    const fitting = attempt.withoutRefused(body);
    try {
      const begun = await askForAnswer({ ...settings, body: fitting, signal });
      const learned = attempt.isTaken();
      if (learned.length > 0) news?.adapted(learned);
      return { begun, takesLimit: attempt.takesLimit };
    } catch (error) {
      if (!attempt.learn(error, fitting)) throw error;
    }
  }
}

/** How long an answer may be where the provider cannot be told: it is counted here, and ends there. */
class UntoldLimit {
  readonly #tokens: number | null;
  #bytes = 0;
  hasEnded = false;

  constructor(tokens: number | null) {
    this.#tokens = tokens;
  }

  /** Whether the limit is reached with this piece. */
  hear(text: string): boolean {
    if (this.#tokens === null) return false;
    this.#bytes += Buffer.byteLength(text);
    this.hasEnded = tokensOfBytes(this.#bytes) >= this.#tokens;
    return this.hasEnded;
  }
}

function whatItTook(meter: UsageMeter, system: string, question: Question, text: string): Usage | null {
  const usage = meter.read(() => ({ inputTokens: tokensOf(system, question), outputTokens: estimateTokens(text) }));
  return usage === null ? null : { type: 'usage', ...usage };
}

const saidBefore = ({ tools }: Question) => (tools?.exchanges ?? []).map(({ said }) => said).join('');

function citationsOf(text: string, { sources, notes = [] }: Question) {
  const numbers = citedNumbers(text);
  return [...sources.map(({ citation }) => citation), ...notes.flatMap(({ citations }) => citations)].filter(
    ({ number }) => numbers.has(number),
  );
}

/** A model that takes no pictures answers by the words alone: earlier turns may have some from another model's time. */
const withoutImages = (question: Question): Question => ({
  ...question,
  turns: question.turns.map((turn) => ({ ...turn, images: [] })),
});

function requestOf(
  { modelName }: OpenAiCompatibleSettings,
  system: string,
  { turns, begun, tools, sampling }: Question,
) {
  const goOn: Turn[] =
    begun === undefined || begun === ''
      ? []
      : [
          { author: 'bot', content: begun },
          { author: 'member', content: goOnPrompt },
        ];
  const messages = [
    { role: 'system', content: system },
    ...[...turns, ...goOn].flatMap(messagesOf),
    ...exchangeTurns(tools?.exchanges),
  ];
  return {
    model: modelName,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...samplingOf(sampling),
    ...toolSettings(tools),
  };
}

const unset: Sampling = { temperature: null, max_output_tokens: null };
/** What is not set is not sent: some models refuse a temperature. */
const samplingOf = ({ temperature, max_output_tokens: maxTokens }: Sampling = unset) => ({
  ...(temperature === null ? {} : { temperature }),
  ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
});

function messagesOf({ author, content, images = [], exchanges }: Turn): object[] {
  // What was called may have been all that there was.
  if (author === 'bot')
    return [
      ...exchangeTurns(exchanges),
      ...(content === '' && exchanges !== undefined ? [] : [{ role: 'assistant', content }]),
    ];
  if (images.length === 0) return [{ role: 'user', content }];
  const pictures = images.map(({ mediaType, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return [{ role: 'user', content: [{ type: 'text', text: content }, ...pictures] }];
}
