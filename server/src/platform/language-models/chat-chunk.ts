import { AnswerUnusable } from './answer-unusable.ts';
import type { CallPiece } from './asked-calls.ts';
import { callExtrasIn } from './call-extras.ts';

/** The reason for the end of an answer. Providers have some twenty words for it; these are the ones that matter. */
export type FinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter' | 'error';

/** The content of one event of a provider's stream. */
export type ChatChunk = {
  readonly text: string;
  /** The reasoning, as far as its provider tells it apart from the text. */
  readonly reasoning: string;
  readonly calls: readonly CallPiece[];
  /** The finish reason; null if the answer continues. */
  readonly finishReason: FinishReason | null;
  /** All that was said, for what has to go back with results of calls; null if nothing was. */
  readonly said: Readonly<Record<string, unknown>> | null;
};

/** Thrown for an error event of a provider, with its content. */
export class ProviderError extends Error {
  override name = 'ProviderError';
  readonly said: unknown;

  constructor(said: unknown) {
    super('The model sent an error as an event.');
    this.said = said;
  }
}

/**
 * Parses an event, by hand because there are some thousand a second: a piece of an answer (`delta`), or a whole one
 * (`message`) from a provider that does not stream. An object without choices is ignored: usage, verdicts of filters, a
 * greeting. Throws the content of an error event, and an error for an event of another protocol.
 */
export function readChunk(chunk: unknown): ChatChunk {
  if (Array.isArray(chunk) && chunk.length === 1) return readChunk(chunk[0]);
  if (!isObject(chunk) || Array.isArray(chunk)) throw notOfProtocol(chunk);
  const { choices } = chunk;
  throwError(chunk, choices);
  if (choices === undefined || choices === null) return nothing;
  if (!Array.isArray(choices)) throw notOfProtocol(chunk);
  const [choice] = choices as unknown[];
  if (choice === undefined) return nothing;
  if (!isObject(choice)) throw notOfProtocol(chunk);
  const finishReason = finishOf(choice['finish_reason']);
  const said = isObject(choice['delta']) ? choice['delta'] : choice['message'];
  if (!isObject(said)) return { ...nothing, text: wordsOf(choice['text']), finishReason };
  const { content, refusal } = said;
  const calls = callsOf(said);
  if (Array.isArray(content)) {
    return {
      text: partsOf(content, 'text', textOf),
      reasoning: partsOf(content, 'thinking', thinkingOf),
      calls,
      finishReason,
      said,
    };
  }
  return { text: wordsOf(content) + wordsOf(refusal), reasoning: reasoningOf(said), calls, finishReason, said };
}

const none: readonly CallPiece[] = [];
const nothing: ChatChunk = { text: '', reasoning: '', calls: none, finishReason: null, said: null };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const notOfProtocol = (chunk: unknown) =>
  new AnswerUnusable('The model sent an event that is none of its protocol.', JSON.stringify(chunk));

/** Throws for each shape in which providers send an error. */
function throwError(chunk: Record<string, unknown>, choices: unknown): void {
  const { error } = chunk;
  if (isTold(error)) throw new ProviderError(error);
  if (chunk['object'] === 'error' || chunk['type'] === 'error') throw new ProviderError(chunk);
  if (choices !== undefined) {
    const first = Array.isArray(choices) ? (choices[0] as unknown) : null;
    if (isObject(first) && isTold(first['error'])) throw new ProviderError(first['error']);
  } else if (isTold(chunk['detail'])) throw new ProviderError(chunk);
}

const isTold = (error: unknown) => error !== undefined && error !== null && error !== '' && error !== false;

const finishes: Readonly<Record<string, FinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  token_limit: 'length',
  tool_calls: 'tool_calls',
  tool_call: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  content_filtered: 'content_filter',
  refusal: 'content_filter',
  safety: 'content_filter',
  sensitive: 'content_filter',
  recitation: 'content_filter',
  blocklist: 'content_filter',
  prohibited_content: 'content_filter',
  spii: 'content_filter',
  error: 'error',
  abort: 'error',
  network_error: 'error',
  malformed_function_call: 'error',
  insufficient_system_resource: 'error',
};

/** Maps a finish reason; an unknown word is an ordinary end. */
function finishOf(reason: unknown): FinishReason | null {
  if (typeof reason !== 'string' || reason === '' || reason === 'null') return null;
  const word = reason.toLowerCase();
  return Object.hasOwn(finishes, word) ? (finishes[word] ?? 'stop') : 'stop';
}

/** Joins text that some providers send as a list of parts. */
const partsOf = (parts: readonly unknown[], type: string, read: (part: Record<string, unknown>) => string): string =>
  parts.map((part) => (isObject(part) && part['type'] === type ? read(part) : '')).join('');
const textOf = ({ text }: Record<string, unknown>): string => wordsOf(text);
const thinkingOf = ({ thinking }: Record<string, unknown>): string =>
  Array.isArray(thinking) ? partsOf(thinking, 'text', textOf) : wordsOf(thinking);

/** The fields of a message in which providers write reasoning as text, each the first that has any. */
function reasoningOf({
  reasoning_content: content,
  reasoning,
  thinking,
  reasoning_details: details,
}: Record<string, unknown>): string {
  const words = wordsOf(content) || wordsOf(reasoning) || wordsOf(thinking);
  return words === '' && Array.isArray(details) ? details.filter(isObject).map(detailOf).join('') : words;
}

const detailOf = ({ text, summary }: Record<string, unknown>): string => wordsOf(text) || wordsOf(summary);

function callsOf({
  tool_calls: toolCalls,
  function_call: functionCall,
}: Record<string, unknown>): readonly CallPiece[] {
  if (Array.isArray(toolCalls)) return toolCalls.length === 0 ? none : toolCalls.filter(isObject).map(pieceOf);
  if (isObject(toolCalls)) return [pieceOf(toolCalls, 0)];
  // Reads the single function call of the API before parallel calls.
  return isObject(functionCall) ? [pieceOf(functionCall, 0)] : none;
}

function pieceOf(call: Record<string, unknown>, place: number): CallPiece {
  const { index, id, function: called } = call;
  const { name, arguments: given } = isObject(called) ? called : call;
  const text = isObject(given) ? JSON.stringify(given) : wordsOf(given);
  const piece = { index: indexOf(index), place, id: wordsOf(id), name: wordsOf(name), arguments: text };
  const extras = callExtrasIn(call);
  return extras === null ? piece : { ...piece, extras };
}

function indexOf(index: unknown): number | null {
  if (typeof index === 'number') return index;
  return typeof index === 'string' && /^\d{1,6}$/.test(index) ? Number(index) : null;
}
