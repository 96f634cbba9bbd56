import type { Message } from '../../contract/api/dialogues.ts';
import type {
  AppliedRule,
  Citation,
  RunApproval,
  RunEvent,
  RunReading,
  RunStatus,
} from '../../contract/api/runs/runs.ts';
import type { ToolCall } from '../../contract/api/tools.ts';
import { extendBlocks, splitBlocks } from './blocks.ts';
import type { Blocks } from './blocks.ts';
import { reasonedLength, withReasoning } from './reasoning.ts';
import type { Reasoning } from './reasoning.ts';

export type { Reasoning } from './reasoning.ts';

/** The state of an answer so far. `placeOf` says where its stream continues. */
export type Answer = {
  readonly text: string;
  /** The place in its stream at which the text begins: that of the last `restart`, or 0. */
  readonly from: number;
  /** What its model reasoned; null if it did not, or nothing is shown of it. */
  readonly reasoning: Reasoning | null;
  readonly blocks: Blocks;
  readonly citations: readonly Citation[];
  /** The present state of the tool calls. */
  readonly calls: readonly ToolCall[];
  /** The approval of its prompt by an administrator, pending or decided; null if none is needed. */
  readonly approval: RunApproval | null;
  /** The rules that changed or stopped it. */
  readonly rules: readonly AppliedRule[];
  /** The parts of the dialogue and its files that it does not rest on; null if it rests on everything. */
  readonly reading: RunReading | null;
  readonly status: RunStatus;
  readonly errorCode: string | null;
};

/** An event as it arrived. `id` counts the UTF-16 code units of the stream of its text up to and including it. */
export type ReceivedEvent = { readonly id: string; readonly data: RunEvent };

/** How much of a stream has been read, in UTF-16 code units of its text and of its reasoning. */
export type Place = { readonly text: number; readonly reasoning: number };

export function answerOf(written: {
  readonly content: string;
  readonly citations: readonly Citation[];
  readonly status: RunStatus;
  readonly errorCode: string | null;
  readonly approval?: RunApproval | undefined;
  readonly applied_rules?: readonly AppliedRule[] | undefined;
  readonly reading?: RunReading | undefined;
  readonly text_from?: number | undefined;
  readonly reasoning_ms?: number | undefined;
}): Answer {
  const isWritten = isUnderWay(written.status);
  const hasReasoning = written.reasoning_ms !== undefined;
  return {
    text: written.content,
    from: written.text_from ?? 0,
    reasoning: hasReasoning
      ? { text: null, ms: written.reasoning_ms, isOver: !isWritten || written.content !== '' }
      : null,
    blocks: splitBlocks(written.content),
    citations: written.citations,
    calls: [],
    approval: written.approval ?? null,
    rules: written.applied_rules ?? [],
    reading: written.reading ?? null,
    status: written.status,
    errorCode: written.errorCode,
  };
}

/** Returns the answer in the state of its message. */
export const answerOfMessage = (message: Message): Answer =>
  answerOf({
    ...message,
    status: message.run?.status ?? 'complete',
    errorCode: message.run?.error_code ?? null,
    approval: message.run?.approval,
    reading: message.run?.reading,
    text_from: message.run?.text_from,
  });

/** Marks an answer as failed because its stream was refused to this page; only the server knows its real state. */
export const unreadableAnswer = (answer: Answer, errorCode: string): Answer => ({
  ...answer,
  status: 'failed',
  errorCode,
});

/**
 * Merges the server's state of an answer that could not be read. While it is being written, the text that has arrived
 * stays, and so do its calls.
 */
export function readAgain(had: Answer, said: Answer): Answer {
  const isBehind = isUnderWay(said.status) && said.text.length < had.text.length;
  const { text, from, blocks, citations, reasoning } = had;
  const answer = isBehind ? { ...said, text, from, blocks, citations, reasoning } : said;
  return answer.calls.length > 0 ? answer : { ...answer, calls: had.calls };
}

export const isUnderWay = (status: RunStatus): boolean => status === 'queued' || status === 'running';

/** Says whether its prompt needs no approval any more. */
export const isAllowed = ({ approval }: Answer): boolean => approval === null || approval.state === 'allowed';

/** Returns the place at which the stream of an answer continues. */
export const placeOf = ({ from, text, reasoning }: Answer): Place => ({
  text: from + text.length,
  reasoning: reasonedLength(reasoning),
});

/** Returns the place after an event. The reasoning is counted apart, and moves no text. */
export function placeAfter({ text, reasoning }: Place, { id, data }: ReceivedEvent): Place {
  if (data.type !== 'reasoning') return { text: Math.max(text, Number(id)), reasoning };
  const end = data.from + data.text.length;
  return { text, reasoning: data.from === 0 ? end : Math.max(reasoning, end) };
}

/** Says whether something is missing between a place and this event: the reader must ask again from there. */
export function leavesGap(place: Place, event: ReceivedEvent): boolean {
  const { data } = event;
  // The text that a restart drops is not missed.
  if (data.type === 'restart') return false;
  return data.type === 'reasoning' ? data.from > place.reasoning : startOf(event) > place.text;
}

/** Returns the answer after an event. A repeated event, and one after a gap or after the end, changes nothing. */
export function withEvent(answer: Answer, event: ReceivedEvent): Answer {
  if (!isUnderWay(answer.status) || leavesGap(placeOf(answer), event)) return answer;
  switch (event.data.type) {
    case 'delta':
      return withText(answer, event.data.text, startOf(event));
    case 'restart':
      return withRestart(answer, Number(event.id));
    case 'reasoning': {
      const reasoning = withReasoning(answer.reasoning, event.data);
      return reasoning === answer.reasoning ? answer : { ...answer, status: 'running', reasoning };
    }
    case 'citations':
      return { ...answer, citations: event.data.citations };
    case 'tool':
      return { ...answer, status: 'running', calls: withCall(answer.calls, event.data.call) };
    case 'approval':
      return { ...answer, approval: event.data.approval };
    case 'reading':
      return { ...answer, reading: event.data.reading };
    case 'rules':
      return { ...answer, rules: event.data.rules };
    case 'ended':
      return {
        ...answer,
        status: event.data.status,
        errorCode: event.data.error_code,
        reading: event.data.reading ?? null,
        reasoning: answer.reasoning && { ...answer.reasoning, isOver: true },
      };
  }
}

/** Returns the calls with one added or replaced. */
export function withCall(calls: readonly ToolCall[], call: ToolCall): readonly ToolCall[] {
  return calls.some(({ id }) => id === call.id) ? calls.map((it) => (it.id === call.id ? call : it)) : [...calls, call];
}

function startOf(event: ReceivedEvent): number {
  const end = Number(event.id);
  return event.data.type === 'delta' ? end - event.data.text.length : end;
}

function withText(answer: Answer, piece: string, start: number): Answer {
  const added = piece.slice(placeOf(answer).text - start);
  if (added === '') return answer;
  return { ...answer, status: 'running', text: answer.text + added, blocks: extendBlocks(answer.blocks, added) };
}

/** Empties the text, which turned out to be reasoning. A restart that the answer knows of changes nothing. */
function withRestart(answer: Answer, place: number): Answer {
  return place <= answer.from ? answer : { ...answer, from: place, text: '', blocks: splitBlocks('') };
}
