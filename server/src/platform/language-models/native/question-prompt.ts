import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderOptions,
} from '@ai-sdk/provider';
import * as z from 'zod/mini';
import type { Question, Turn } from '../language-model.ts';
import type { Picture } from '../picture.ts';
import { goOnPrompt, partedSystemPrompt, resultsText } from '../prompt.ts';
import type { AskedCall, Exchange, Tools } from '../tool-calling.ts';
import { readBlocks } from './came-blocks.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

export type PromptRules = {
  /** The model that is asked: what came with calls goes back to it alone. */
  readonly origin: string;
  /** False once the model has refused what came with its messages. */
  readonly returnsBlocks: boolean;
  /** True if calls and their results are told as text. */
  readonly tellsCalls: boolean;
  /** Marks the end of what the provider keeps for the next call. */
  readonly keepUpToHere: SharedV4ProviderOptions | undefined;
};

/** Builds the prompt of a question for a provider’s library. */
export function questionPrompt(question: Question, rules: PromptRules): LanguageModelV4Prompt {
  const { turns, begun = '', tools } = question;
  const { lasting, changing } = partedSystemPrompt(question);
  const exchanges = tools?.exchanges ?? [];
  const messages: LanguageModelV4Message[] = [
    ...turns.flatMap((turn) => messagesOf(turn, rules)),
    ...(begun === '' ? [] : [said(begun), asked(goOnPrompt)]),
    ...exchanges.flatMap((exchange) => messagesOfExchange(exchange, rules)),
  ];
  // The next call begins like this one if it is of the same answer, or nothing was looked up for this question.
  const isRepeated = changing === '' || (tools !== undefined && tools.functions.length > 0 && tools.mayCall);
  const last = messages.at(-1);
  if (isRepeated && last !== undefined) messages.splice(-1, 1, marked(last, rules.keepUpToHere));
  return [
    marked({ role: 'system', content: lasting }, rules.keepUpToHere),
    ...(changing === '' ? [] : [{ role: 'system' as const, content: changing }]),
    ...messages,
  ];
}

const marked = (message: LanguageModelV4Message, mark: SharedV4ProviderOptions | undefined): LanguageModelV4Message =>
  mark === undefined ? message : { ...message, providerOptions: mark };

const asked = (text: string): LanguageModelV4Message => ({ role: 'user', content: [{ type: 'text', text }] });
const said = (text: string): LanguageModelV4Message => ({ role: 'assistant', content: [{ type: 'text', text }] });

/** Tells the results of calls, and shows the pictures in them. */
const told = (calls: Exchange['calls']): LanguageModelV4Message => ({
  role: 'user',
  content: [{ type: 'text', text: resultsText(calls) }, ...calls.flatMap(({ images = [] }) => images.map(filePart))],
});

function messagesOf(turn: Turn, rules: PromptRules): LanguageModelV4Message[] {
  const { author, content, images = [], exchanges = [] } = turn;
  if (author === 'bot') {
    const before = exchanges.flatMap((exchange) => messagesOfExchange(exchange, rules));
    // A turn may consist of calls only, and providers refuse an empty text.
    return isBlank(content) ? before : [...before, said(content)];
  }
  const pictures = images.map(filePart);
  const words = isBlank(content) && pictures.length > 0 ? [] : [{ type: 'text' as const, text: content }];
  return [{ role: 'user' as const, content: [...words, ...pictures] }];
}

const filePart = ({ mediaType, bytes }: Picture) => ({
  type: 'file' as const,
  mediaType,
  data: { type: 'data' as const, data: bytes },
});

const isBlank = (text: string) => text.trim() === '';

function messagesOfExchange(exchange: Exchange, rules: PromptRules): LanguageModelV4Message[] {
  if (rules.tellsCalls) return [...(isBlank(exchange.said) ? [] : [said(exchange.said)]), told(exchange.calls)];
  return [
    { role: 'assistant', content: partsOf(exchange, rules) },
    {
      role: 'tool',
      content: exchange.calls.map(({ id, name, result, images = [] }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: outputOf(result, images),
      })),
    },
  ];
}

type ResultOutput = LanguageModelV4ToolResultPart['output'];

/** Returns a result as its provider takes it, with the pictures in it. */
const outputOf = (result: string, images: readonly Picture[]): ResultOutput =>
  images.length === 0
    ? { type: 'text', value: result }
    : {
        type: 'content',
        value: [...(isBlank(result) ? [] : [{ type: 'text' as const, text: result }]), ...images.map(filePart)],
      };

/** Returns the message that requested calls: as it came, if it came from this model, else its text and the calls. */
function partsOf({ said: text, calls }: Exchange, { origin, returnsBlocks }: PromptRules): AssistantPart[] {
  const parts = calls.map((call) => callPart(call, returnsBlocks ? origin : null));
  const came = calls[0]?.extras;
  const blocks = returnsBlocks && came?.from === origin ? readBlocks(came.message?.['blocks']) : null;
  if (blocks === null) return [...(isBlank(text) ? [] : [{ type: 'text' as const, text }]), ...parts];
  const ordered = blocks.flatMap((block): AssistantPart[] => {
    if (block.type === 'call') return parts.slice(block.at, block.at + 1);
    if (block.text === '' && block.options === undefined) return [];
    const { type, text: written, options } = block;
    return [
      {
        type,
        text: written,
        ...(options === undefined ? {} : { providerOptions: options as SharedV4ProviderOptions }),
      },
    ];
  });
  const placed = new Set(blocks.flatMap((block) => (block.type === 'call' ? [block.at] : [])));
  return [...ordered, ...parts.filter((_, at) => !placed.has(at))];
}

const callOptions = z.record(z.string(), z.record(z.string(), z.json()));

function callPart({ id, name, arguments: text, extras }: AskedCall, origin: string | null): AssistantPart {
  const { success, data } = z.safeParse(
    callOptions,
    extras !== undefined && extras.from === origin ? extras.call?.['options'] : undefined,
  );
  return {
    type: 'tool-call',
    toolCallId: id,
    toolName: name,
    input: objectOf(text),
    ...(success ? { providerOptions: data } : {}),
  };
}

/** Returns a call’s arguments; a provider accepts its own model’s call only with an object. */
function objectOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

/** Returns the tools of a request. */
export function toolOptions(tools: Tools | undefined) {
  if (tools === undefined || tools.functions.length === 0) return {};
  return {
    tools: tools.functions.map(({ name, description, parameters }): LanguageModelV4FunctionTool => ({
      type: 'function',
      name,
      description,
      inputSchema: parameters,
    })),
    toolChoice: { type: tools.mayCall ? 'auto' : 'none' } as const,
  };
}
