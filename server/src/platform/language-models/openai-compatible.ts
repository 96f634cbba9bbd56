import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import { citedNumbers } from '@parlance/shared/contract/api/runs/citation-marks';
import { AnswerUnusable } from './answer-unusable.ts';
import { AskedCalls } from './asked-calls.ts';
import { BudgetSpent, SpendingMeter } from './budget.ts';
import { MessageExtras } from './call-extras.ts';
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
import { ExtrasReturn, LearnedNeeds, type ModelNeeds } from './model-needs.ts';
import { PartedAnswer } from './parted-answer.ts';
import { goOnPrompt, systemPrompt } from './prompt.ts';
import { RefusedParameters } from './refused-parameters.ts';
import { estimateTokens, tokensOf, tokensOfBytes } from './tokens.ts';
import { askedArgumentsMaxLength, type Message, exchangeTurns, toolSettings } from './tool-calling.ts';
import { UsageMeter } from './usage-meter.ts';
import { withinContext } from './within-context.ts';

export type OpenAiCompatibleSettings = {
  /** The base URL up to and including the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly modelName: string;
  /** The tokens of prompt and answer together; null if unknown: then nothing is left out. */
  readonly contextLength?: number | null;
  readonly seesImages?: boolean;
  /** The reasoning efforts that it may be asked for. */
  readonly reasoningEfforts?: readonly ReasoningEffort[];
  readonly deadlines?: Deadlines;
  /** Listens for the outcome of calls, for the operator. */
  readonly news?: ModelNews | undefined;
};

/** Events of a model for its operator. */
export type ModelNews = {
  /** Called for a failed call, unless its asker gave up. */
  failed(failure: ModelFailure): void;
  /** The model does not take these parameters, and is asked without them from now on. */
  adapted(parameters: readonly string[]): void;
};

/** The length at which a model that never ends is stopped with what it said; no answer that people read is longer. */
const answerMaxLength = 200_000;

/** Creates a model of any provider with an OpenAI-compatible API. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModel {
  const { modelName, contextLength = null, seesImages = false, reasoningEfforts = [] } = settings;
  const learned = { refused: new RefusedParameters(), needs: new LearnedNeeds() };
  return {
    kind: 'language-model',
    name: modelName,
    sees_images: seesImages,
    context_length: contextLength,
    reasoning_efforts: reasoningEfforts,
    answer: (question) =>
      answer(
        { ...settings, ...learned },
        withinContext(seesImages ? question : withoutImages(question), contextLength),
      ),
  };
}

type Asking = OpenAiCompatibleSettings & {
  readonly refused: RefusedParameters;
  readonly needs: LearnedNeeds;
};

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
  const said = new PartedAnswer((reasoning) => meter.reason(reasoning));
  const asked = new AskedCalls();
  const extras = new MessageExtras();
  let failure: { cause: unknown } | null = null;
  try {
    let finishReason: FinishReason | null = null;
    const { begun, takesLimit } = await askedAsItTakes(
      settings,
      (needs) =>
        requestOf(settings, system, needs, { ...question, sampling: { ...sampling, max_output_tokens: outputTokens } }),
      watched.signal,
    );
    const untold = new UntoldLimit(takesLimit ? null : outputTokens);
    for await (const event of eventsOf(begun, watched)) {
      const chunk = readChunk(event);
      await spending.hear(
        chunk.reasoning + chunk.text + chunk.calls.map((call) => call.name + call.arguments).join(''),
      );
      meter.hear(event);
      finishReason = chunk.finishReason ?? finishReason;
      if (chunk.text !== '' || chunk.reasoning !== '' || chunk.calls.length > 0) watched.heard();
      if (chunk.finishReason !== null) watched.ending();
      asked.add(chunk.calls);
      if (asked.length > askedArgumentsMaxLength) throw new AnswerUnusable('The model wrote a call without an end.');
      if (question.tools !== undefined && chunk.said !== null) extras.hear(chunk.said);
      if (chunk.reasoning !== '') yield said.reason(chunk.reasoning);
      if (chunk.text === '') continue;
      // A loop: delegating to a list costs several promises a token.
      for (const part of said.say(chunk.text)) yield part;
      if (untold.hear(chunk.text)) finishReason = 'length';
      if (said.textLength > answerMaxLength || untold.hasEnded) break;
    }
    yield* said.end();
    if (said.textLength <= answerMaxLength && !untold.hasEnded) meter.end();
    if (finishReason === 'content_filter')
      throw new ModelFailure('model_refused', 'The model’s own filter ended the answer.');
    if (finishReason === 'error') throw new Error('The model said that it has failed.');
    if (finishReason === 'length' && outputTokens !== sampling.max_output_tokens)
      throw new BudgetSpent('The provider ended the answer where the budget does.');
    if (finishReason === 'length' && said.textLength === 0 && said.hasReasoned)
      throw new ModelFailure('model_answer_unusable', 'The model reasoned until its tokens were used up.');
    for (const call of asked.whole(extrasOf(settings, extras, said))) yield { type: 'call', call };
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
  // Text that preceded a failure is kept, together with its sources and its usage.
  yield* said.end();
  const took = whatItTook(meter, system, question, said.text + asked.text);
  spending.settle((took?.inputTokens ?? 0) + (took?.outputTokens ?? 0));
  if (took !== null) yield took;
  const citations = citationsOf((question.begun ?? '') + saidBefore(question) + said.text, question);
  if (citations.length > 0) yield { type: 'citations', citations };
  if (failure !== null) throw failure.cause;
}

/** Returns what came with the message that requests calls, and the model it came from. */
function extrasOf({ baseUrl, modelName }: OpenAiCompatibleSettings, extras: MessageExtras, { written }: PartedAnswer) {
  const fields = { ...extras.fields(), ...(written === undefined ? {} : { content: written }) };
  const from = originOf({ baseUrl, modelName });
  return Object.keys(fields).length === 0 ? { from } : { from, message: fields };
}

/** Returns the model that extras come from: another model, or the same one elsewhere, has no use for them. */
const originOf = ({ baseUrl, modelName }: Pick<OpenAiCompatibleSettings, 'baseUrl' | 'modelName'>) =>
  `${new URL(baseUrl).host} ${modelName}`;

/**
 * Sends the request, and at once again without the parameters the model refuses, and with what it needs beside its own
 * earlier calls; each time less is left to refuse.
 */
async function askedAsItTakes(
  { refused, needs, news, ...settings }: Asking,
  bodyFor: (needs: ModelNeeds) => Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<{ begun: BegunAnswer; takesLimit: boolean }> {
  const attempt = refused.attempt();
  const returning = needs.attempt();
  for (;;) {
    const fitting = attempt.withoutRefused(bodyFor(returning.needs));
    try {
      const begun = await askForAnswer({ ...settings, body: fitting, signal });
      const learned = attempt.isTaken();
      returning.isTaken();
      if (learned.length > 0) news?.adapted(learned);
      return { begun, takesLimit: attempt.takesLimit };
    } catch (error) {
      if (!attempt.learn(error, fitting) && !returning.learn(error)) throw error;
    }
  }
}

/** Enforces an output limit that the provider cannot be told: tokens are counted here, and the answer ends there. */
class UntoldLimit {
  readonly #tokens: number | null;
  #bytes = 0;
  hasEnded = false;

  constructor(tokens: number | null) {
    this.#tokens = tokens;
  }

  /** Returns true if this piece reaches the limit. */
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

/** Drops images for a model without vision: earlier turns may have some from another model's time. */
const withoutImages = (question: Question): Question => ({
  ...question,
  turns: question.turns.map((turn) => ({ ...turn, images: [] })),
});

function requestOf(
  { baseUrl, modelName, reasoningEfforts = [] }: OpenAiCompatibleSettings,
  system: string,
  needs: ModelNeeds,
  { turns, begun, tools, sampling }: Question,
) {
  const goOn: Turn[] =
    begun === undefined || begun === ''
      ? []
      : [
          { author: 'bot', content: begun },
          { author: 'member', content: goOnPrompt },
        ];
  const exchanges = tools?.exchanges ?? [];
  const extras = new ExtrasReturn(originOf({ baseUrl, modelName }), needs, [
    ...turns.flatMap((turn) => turn.exchanges ?? []),
    ...exchanges,
  ]);
  const messages = instructed(system, needs.instructionsRole, [
    ...[...turns, ...goOn].flatMap((turn) => messagesOf(turn, extras)),
    ...exchangeTurns(exchanges, extras),
  ]);
  return {
    model: modelName,
    messages,
    stream: true,
    stream_options: { include_usage: true },
    ...samplingOf(sampling, reasoningEfforts),
    ...toolSettings(tools),
  };
}

const unset: Sampling = { temperature: null, max_output_tokens: null };
/** Omits unset parameters: some models refuse a temperature. */
const samplingOf = (
  { temperature, max_output_tokens: maxTokens, reasoning_effort: effort = null }: Sampling = unset,
  efforts: readonly ReasoningEffort[],
) => ({
  ...(temperature === null ? {} : { temperature }),
  ...(maxTokens === null ? {} : { max_tokens: maxTokens }),
  ...(effort === null || !efforts.includes(effort) ? {} : { reasoning_effort: effort }),
});

/** Puts the instructions before the messages, or into the first of a person. */
function instructed(system: string, role: ModelNeeds['instructionsRole'], messages: readonly Message[]): Message[] {
  if (role !== 'user') return [{ role, content: system }, ...messages];
  const at = messages.findIndex((message) => message.role === 'user');
  return messages.map((message, place) =>
    place === at ? { ...message, content: withInstructions(system, message.content) } : message,
  );
}

const withInstructions = (system: string, content: unknown) =>
  Array.isArray(content)
    ? [{ type: 'text', text: system }, ...(content as unknown[])]
    : `${system}\n\n${String(content)}`;

function messagesOf({ author, content, images = [], exchanges }: Turn, extras: ExtrasReturn): Message[] {
  if (author === 'bot') {
    if (exchanges === undefined) return [{ role: 'assistant', content }];
    // The turn may consist of tool calls only.
    return [
      ...exchangeTurns(exchanges, extras),
      ...(content === '' ? [] : [{ role: 'assistant', content, ...extras.ofAnswer() }]),
    ];
  }
  if (images.length === 0) return [{ role: 'user', content }];
  const pictures = images.map(({ mediaType, bytes }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}` },
  }));
  return [{ role: 'user', content: [{ type: 'text', text: content }, ...pictures] }];
}
