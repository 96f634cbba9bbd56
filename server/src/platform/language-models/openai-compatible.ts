import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import { MessageExtras } from './call-extras.ts';
import { type ChatChunk, readChunk } from './chat-chunk.ts';
import { type BegunAnswer, askForAnswer, eventsOf } from './chat-request.ts';
import type { LanguageModel, Question, Sampling, Turn } from './language-model.ts';
import { ExtrasReturn, LearnedNeeds, type ModelNeeds } from './model-needs.ts';
import { goOnPrompt, systemPrompt } from './prompt.ts';
import { RefusedParameters } from './refused-parameters.ts';
import { type AnswerReader, type RemoteModelSettings, createRemoteModel } from './remote-model.ts';
import { type Message, exchangeTurns, imagePart, toolSettings } from './tool-calling.ts';
import { reportedIn } from './usage-meter.ts';

export type OpenAiCompatibleSettings = RemoteModelSettings & {
  /** The base URL up to and including the version: `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
};

/** Creates a model of any provider with an OpenAI-compatible API. */
export function createOpenAiCompatibleModel(settings: OpenAiCompatibleSettings): LanguageModel {
  const asking = { ...settings, refused: new RefusedParameters(), needs: new LearnedNeeds() };
  return createRemoteModel(settings, {
    origin: originOf(settings),
    secrets: [settings.apiKey],
    async ask(question, watched) {
      const system = systemPrompt(question);
      const { begun, takesLimit } = await askedAsItTakes(
        asking,
        (needs) => requestOf(settings, system, needs, question),
        watched.signal,
      );
      return { events: eventsOf(begun, watched), reader: new ChunkReader(question.tools !== undefined), takesLimit };
    },
  });
}

type Asking = OpenAiCompatibleSettings & {
  readonly refused: RefusedParameters;
  readonly needs: LearnedNeeds;
};

/** Returns the model that extras come from: another model, or the same one elsewhere, has no use for them. */
const originOf = ({ baseUrl, modelName }: Pick<OpenAiCompatibleSettings, 'baseUrl' | 'modelName'>) =>
  `${new URL(baseUrl).host} ${modelName}`;

/** Reads the events of an answer, and keeps what goes back with its calls. */
class ChunkReader implements AnswerReader<unknown> {
  readonly #extras = new MessageExtras();
  readonly #mayCall: boolean;

  /** Creates a reader; `mayCall`: nothing goes back to a model that may request no calls. */
  constructor(mayCall: boolean) {
    this.#mayCall = mayCall;
  }

  read(event: unknown): ChatChunk {
    const chunk = readChunk(event);
    if (this.#mayCall && chunk.said !== null) this.#extras.hear(chunk.said);
    return chunk;
  }

  readonly usageIn = reportedIn;

  messageFields() {
    return this.#extras.fields();
  }
}

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
    ...[...turns, ...goOn].flatMap((turn) => messagesOf(turn, extras, needs.resultPictures)),
    ...exchangeTurns(exchanges, extras, needs.resultPictures),
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

function messagesOf(
  { author, content, images = [], exchanges }: Turn,
  extras: ExtrasReturn,
  takes: ModelNeeds['resultPictures'],
): Message[] {
  if (author === 'bot') {
    if (exchanges === undefined) return [{ role: 'assistant', content }];
    // The turn may consist of tool calls only.
    return [
      ...exchangeTurns(exchanges, extras, takes),
      ...(content === '' ? [] : [{ role: 'assistant', content, ...extras.ofAnswer() }]),
    ];
  }
  if (images.length === 0) return [{ role: 'user', content }];
  return [{ role: 'user', content: [{ type: 'text', text: content }, ...images.map(imagePart)] }];
}
