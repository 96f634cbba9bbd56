import type { LanguageModel, Question, Usage } from '../platform/language-models/language-model.ts';
import {
  type OpenAiCompatibleSettings,
  createOpenAiCompatibleModel,
} from '../platform/language-models/openai-compatible.ts';
import type { AskedCall } from '../platform/language-models/tool-calling.ts';
import { questionOf } from './question.ts';
import type { ReplayedProvider } from './replayed-provider.ts';

/** Writes events as a provider's stream has them. */
export const data = (...events: (object | string)[]): string =>
  events.map((event) => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`).join('');

/** A piece of an answer. */
export const delta = (said: object, reason: string | null = null, more: object = {}) => ({
  id: 'x',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: said, finish_reason: reason }],
  ...more,
});
export const word = (content: string, more: object = {}) => delta({ content }, null, more);
export const call = (piece: object, reason: string | null = null) => delta({ tool_calls: [piece] }, reason);
/** The end of a stream. */
export const done = '[DONE]';

/** Long enough for a busy machine: nothing is ended by a clock. */
export const longDeadlines = { firstMs: 30_000, betweenMs: 30_000, totalMs: 60_000 };

/** Creates the model `m` of a replayed provider. */
export const replayedModel = (
  { baseUrl }: ReplayedProvider,
  changes: Partial<OpenAiCompatibleSettings> = {},
): LanguageModel =>
  createOpenAiCompatibleModel({
    baseUrl,
    apiKey: 'sk-very-secret-key',
    modelName: 'm',
    deadlines: longDeadlines,
    ...changes,
  });

/** All that was heard of an answer. What was unsaid is not in its text. */
export type Reception = {
  text: string;
  reasoning: string;
  asked: AskedCall[];
  calls: { name: string; arguments: string }[];
  ids: string[];
  usage: Usage | null;
  failure: unknown;
};

/** Asks a model and hears it to the end. */
export async function hearAnswer(model: LanguageModel, question: Partial<Question> = {}): Promise<Reception> {
  const heard: Reception = { text: '', reasoning: '', asked: [], calls: [], ids: [], usage: null, failure: null };
  try {
    for await (const part of model.answer(questionOf(question))) {
      if (part.type === 'text') heard.text += part.text;
      if (part.type === 'reasoning') heard.reasoning += part.text;
      if (part.type === 'unsaid') heard.text = '';
      if (part.type === 'usage') heard.usage = part;
      if (part.type === 'call') {
        heard.asked.push(part.call);
        heard.calls.push({ name: part.call.name, arguments: part.call.arguments });
        heard.ids.push(part.call.id);
      }
    }
  } catch (error) {
    heard.failure = error;
  }
  return heard;
}
