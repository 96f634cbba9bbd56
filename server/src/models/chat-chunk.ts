import type { CallPiece } from './tool-calling.ts';

/** What one event of a provider's stream says. */
export type ChatChunk = {
  readonly text: string;
  /** What it thinks before it answers. */
  readonly thought: string;
  readonly calls: readonly CallPiece[];
  /** Why the answer ends here; null where it goes on. */
  readonly finishReason: string | null;
};

/**
 * Reads an event, read by hand because it comes some thousand times a second. Throws what an error event carries, and
 * an error where it is no event of this protocol.
 */
export function readChunk(chunk: unknown): ChatChunk {
  if (!isObject(chunk)) throw notOfProtocol();
  if (chunk['error'] !== undefined && chunk['error'] !== null) throw errorOf(chunk['error']);
  if (!Array.isArray(chunk['choices'])) throw notOfProtocol();
  const [choice] = chunk['choices'] as unknown[];
  // The last one tells only what the answer took.
  if (choice === undefined) return { text: '', thought: '', calls: none, finishReason: null };
  if (!isObject(choice)) throw notOfProtocol();
  const { finish_reason: reason, delta } = choice;
  const finishReason = typeof reason === 'string' ? reason : null;
  if (!isObject(delta)) return { text: '', thought: '', calls: none, finishReason };
  const { content, refusal, reasoning_content: reasoningContent, reasoning, tool_calls: toolCalls } = delta;
  const calls = Array.isArray(toolCalls) ? toolCalls.filter(isObject).map(pieceOf) : none;
  if (Array.isArray(content)) return { text: partsOf(content, 'text', textOf), thought: partsOf(content, 'thinking', thoughtOf), calls, finishReason };
  return { text: wordsOf(content) + wordsOf(refusal), thought: wordsOf(reasoningContent ?? reasoning), calls, finishReason };
}

const none: readonly CallPiece[] = [];

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const wordsOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** With the provider's own words and code, which say what went wrong. */
const errorOf = (error: unknown) => Object.assign(new Error('The model sent an error as an event.'), isObject(error) ? error : { cause: error });
const notOfProtocol = () => new Error('The model sent an event that is none of its protocol.');

/** Some providers send what is said and thought as a list of parts. */
const partsOf = (parts: readonly unknown[], type: string, read: (part: Record<string, unknown>) => string): string =>
  parts.map((part) => (isObject(part) && part['type'] === type ? read(part) : '')).join('');
const textOf = ({ text }: Record<string, unknown>): string => wordsOf(text);
const thoughtOf = ({ thinking }: Record<string, unknown>): string => (Array.isArray(thinking) ? partsOf(thinking, 'text', textOf) : wordsOf(thinking));

function pieceOf({ index, id, function: called }: Record<string, unknown>, place: number): CallPiece {
  const { name, arguments: text } = isObject(called) ? called : {};
  return { index: typeof index === 'number' ? index : place, id: wordsOf(id), name: wordsOf(name), arguments: wordsOf(text) };
}
