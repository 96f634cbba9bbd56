import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import { citedNumbers } from '@parlance/shared/contract/api/runs/citation-marks';
import { AnswerUnusable } from './answer-unusable.ts';
import { AskedCalls } from './asked-calls.ts';
import { BudgetSpent, SpendingMeter } from './budget.ts';
import type { ChatChunk, FinishReason } from './chat-chunk.ts';
import { type Deadlines, type Watch, deadlinesOf, watchDeadline } from './deadline.ts';
import { failureOf } from './failures.ts';
import {
  type AnswerPart,
  type LanguageModel,
  ModelFailure,
  type Question,
  type Sampling,
  type Usage,
} from './language-model.ts';
import { PartedAnswer } from './parted-answer.ts';
import { systemPrompt } from './prompt.ts';
import { estimateTokens, tokensOf, tokensOfBytes } from './tokens.ts';
import { type Exchange, askedArgumentsMaxLength } from './tool-calling.ts';
import { type Tokens, UsageMeter } from './usage-meter.ts';
import { withinContext } from './within-context.ts';

/** What is known of a model that is reached over the network. */
export type RemoteModelSettings = {
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

/** Reads the events of one answer. */
export type AnswerReader<Event> = {
  read(event: Event): ChatChunk;
  /** Returns the usage that an event reports so far; null if it reports none. */
  usageIn(event: Event): Tokens | null;
  /** Returns what came with the message and goes back with the results of its calls; undefined if nothing did. */
  messageFields(): Readonly<Record<string, unknown>> | undefined;
};

/** An answer that has begun. */
export type BegunEvents<Event> = {
  readonly events: AsyncIterable<Event>;
  readonly reader: AnswerReader<Event>;
  /** False if the model cannot be told how long its answer may be. */
  readonly takesLimit: boolean;
};

/** The way to ask one model: its provider’s protocol, and how its events are read. */
export type ModelProtocol<Event> = {
  /** The model, as host and name: what comes with its calls goes back to it and to no other. */
  readonly origin: string;
  /** What must not stand in an error. */
  readonly secrets: readonly (string | undefined)[];
  /** Asks; `sampling` of the question has the limit of this call. */
  ask(question: Question, watched: Watch): Promise<BegunEvents<Event>>;
};

/** The length at which a model that never ends is stopped with what it said; no answer that people read is longer. */
const answerMaxLength = 200_000;

/** Creates a model that answers by a protocol. */
export function createRemoteModel<Event>(settings: RemoteModelSettings, protocol: ModelProtocol<Event>): LanguageModel {
  const { modelName, contextLength = null, seesImages = false, reasoningEfforts = [] } = settings;
  return {
    kind: 'language-model',
    name: modelName,
    sees_images: seesImages,
    context_length: contextLength,
    reasoning_efforts: reasoningEfforts,
    answer: (question) =>
      answer(settings, protocol, withinContext(seesImages ? question : withoutImages(question), contextLength)),
  };
}

const unset: Sampling = { temperature: null, max_output_tokens: null };
async function* answer<Event>(
  { deadlines = deadlinesOf({}), news }: RemoteModelSettings,
  protocol: ModelProtocol<Event>,
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
  let failure: { cause: unknown } | null = null;
  try {
    let finishReason: FinishReason | null = null;
    const { events, reader, takesLimit } = await protocol.ask(
      { ...question, sampling: { ...sampling, max_output_tokens: outputTokens } },
      watched,
    );
    const untold = new UntoldLimit(takesLimit ? null : outputTokens);
    for await (const event of events) {
      const chunk = reader.read(event);
      await spending.hear(
        chunk.reasoning + chunk.text + chunk.calls.map((call) => call.name + call.arguments).join(''),
      );
      meter.hear(reader.usageIn(event), chunk.finishReason !== null);
      finishReason = chunk.finishReason ?? finishReason;
      if (chunk.text !== '' || chunk.reasoning !== '' || chunk.calls.length > 0) watched.heard();
      if (chunk.finishReason !== null) watched.ending();
      asked.add(chunk.calls);
      if (asked.length > askedArgumentsMaxLength) throw new AnswerUnusable('The model wrote a call without an end.');
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
    const message = messageFieldsOf(reader, said);
    for (const call of asked.whole({ from: protocol.origin, ...(message === undefined ? {} : { message }) }))
      yield { type: 'call', call };
  } catch (error) {
    const isLeft = watched.signal.aborted && !watched.hasEnded();
    failure = {
      cause: isLeft ? watched.cause() : error instanceof BudgetSpent ? error : failureOf(error, protocol.secrets),
    };
    if (!watched.signal.aborted) meter.turnedAway(error);
  } finally {
    watched.end();
  }
  if (failure?.cause instanceof ModelFailure) news?.failed(failure.cause);
  // Text that preceded a failure is kept, together with its sources and its usage.
  yield* said.end();
  const took = whatItTook(meter, system, question, said.text + asked.text);
  spending.settle((took?.inputTokens ?? 0) + (took?.outputTokens ?? 0));
  if (took !== null) yield took;
  const citations = citationsOf((question.begun ?? '') + saidBefore(question) + said.text, question);
  if (citations.length > 0) yield { type: 'citations', citations };
  if (failure !== null) throw failure.cause;
}

/** Returns the fields of the message, with its text as the model wrote it if there are tags in it. */
function messageFieldsOf(reader: AnswerReader<never>, { written }: PartedAnswer) {
  const fields = { ...reader.messageFields(), ...(written === undefined ? {} : { content: written }) };
  return Object.keys(fields).length === 0 ? undefined : fields;
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
  turns: question.turns.map(({ images: _, exchanges, ...turn }) => ({
    ...turn,
    ...(exchanges === undefined ? {} : { exchanges: unseen(exchanges) }),
  })),
  ...(question.tools === undefined
    ? {}
    : { tools: { ...question.tools, exchanges: unseen(question.tools.exchanges) } }),
});

const unseen = (exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.map(({ said, calls }) => ({ said, calls: calls.map(({ images: _, ...call }) => call) }));
