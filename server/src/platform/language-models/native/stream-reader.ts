import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { CallPiece } from '../asked-calls.ts';
import type { ChatChunk, FinishReason } from '../chat-chunk.ts';
import type { AnswerReader } from '../remote-model.ts';
import { type Tokens, cacheTokens } from '../usage-meter.ts';
import { CameBlocks } from './came-blocks.ts';
import { failureIn, isOfUnknownKind } from './library-failures.ts';

type Part = LanguageModelV4StreamPart;

const none: readonly CallPiece[] = [];
const nothing: ChatChunk = { text: '', reasoning: '', calls: none, finishReason: null, said: null };

/** Reads the stream of a provider’s library, and keeps what goes back with the calls. */
export class StreamReader implements AnswerReader<Part> {
  readonly #blocks = new CameBlocks();
  /** The calls under way, and the length of the arguments that came in pieces. */
  readonly #begun = new Map<string, number>();
  #hasReasoned = false;
  /** True if the next piece of reasoning begins another block. */
  #isNextBlock = false;

  read(part: Part): ChatChunk {
    this.#blocks.hear(part);
    switch (part.type) {
      case 'text-delta':
        return { ...nothing, text: part.delta };
      case 'reasoning-start':
        this.#isNextBlock = this.#hasReasoned;
        return nothing;
      case 'reasoning-delta':
        return { ...nothing, reasoning: this.#reasoned(part.delta) };
      case 'tool-input-start':
        this.#begun.set(part.id, 0);
        return this.#piece(part.id, { name: part.toolName });
      case 'tool-input-delta':
        this.#begun.set(part.id, (this.#begun.get(part.id) ?? 0) + part.delta.length);
        return this.#piece(part.id, { arguments: part.delta });
      case 'tool-call':
        return this.#whole(part);
      case 'finish':
        return { ...nothing, finishReason: finishOf(part.finishReason) };
      case 'error':
        if (isOfUnknownKind(part.error)) return nothing;
        throw failureIn(part.error);
      default:
        return nothing;
    }
  }

  usageIn(part: Part): Tokens | null {
    if (part.type !== 'finish') return null;
    const { inputTokens, outputTokens } = part.usage;
    const [input, output] = [inputTokens.total ?? 0, outputTokens.total ?? 0];
    const cache = cacheTokens(input, inputTokens.cacheRead ?? 0, inputTokens.cacheWrite ?? 0);
    return input + output === 0 ? null : { inputTokens: input, outputTokens: output, ...cache };
  }

  messageFields() {
    const blocks = this.#blocks.whole();
    return blocks === undefined ? undefined : { blocks };
  }

  /** Returns a piece of reasoning, behind an empty line where it begins another block. */
  #reasoned(text: string): string {
    if (text === '') return text;
    const between = this.#isNextBlock ? '\n\n' : '';
    [this.#hasReasoned, this.#isNextBlock] = [true, false];
    return between + text;
  }

  /** The end of a call: with its arguments, if they did not come in pieces. */
  #whole({ toolCallId: id, toolName: name, input, providerMetadata }: Extract<Part, { type: 'tool-call' }>): ChatChunk {
    const isToldInPieces = (this.#begun.get(id) ?? 0) > 0;
    return this.#piece(id, {
      ...(this.#begun.has(id) ? {} : { name }),
      ...(isToldInPieces ? {} : { arguments: input }),
      ...(providerMetadata === undefined ? {} : { extras: { options: providerMetadata } }),
    });
  }

  #piece(id: string, piece: Partial<CallPiece>): ChatChunk {
    return { ...nothing, calls: [{ index: null, place: 0, id, name: '', arguments: '', ...piece }] };
  }
}

/** The words of providers for an end that their libraries have no name of their own for. */
const otherEnds: Readonly<Record<string, FinishReason>> = {
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
  LANGUAGE: 'content_filter',
  MALFORMED_FUNCTION_CALL: 'error',
  MALFORMED_RESPONSE: 'error',
  MISSING_THOUGHT_SIGNATURE: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
  malformed_model_output: 'error',
  malformed_tool_use: 'error',
};

type End = Extract<Part, { type: 'finish' }>['finishReason'];

/** True for an end that is none: the connection was closed before it. */
export function isInterrupted({ unified, raw }: End): boolean {
  // `interrupted` is newer than the type.
  const word: string = unified;
  return word === 'interrupted' || (word === 'other' && raw === undefined);
}

function finishOf({ unified, raw }: End): FinishReason {
  const other = raw === undefined ? undefined : otherEnds[raw];
  if (other !== undefined) return other;
  if (unified === 'length' || unified === 'error') return unified;
  if (unified === 'content-filter') return 'content_filter';
  return unified === 'tool-calls' ? 'tool_calls' : 'stop';
}
