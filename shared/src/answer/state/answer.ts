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

/** The state of an answer so far. `text.length` is the offset at which its stream continues. */
export type Answer = {
  readonly text: string;
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

/** An event as it arrived. `id` counts the UTF-16 code units of the answer up to and including it. */
export type ReceivedEvent = { readonly id: string; readonly data: RunEvent };

export function answerOf(written: {
  readonly content: string;
  readonly citations: readonly Citation[];
  readonly status: RunStatus;
  readonly errorCode: string | null;
  readonly approval?: RunApproval | undefined;
  readonly applied_rules?: readonly AppliedRule[] | undefined;
  readonly reading?: RunReading | undefined;
}): Answer {
  return {
    text: written.content,
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
  const answer = isBehind ? { ...said, text: had.text, blocks: had.blocks, citations: had.citations } : said;
  return answer.calls.length > 0 ? answer : { ...answer, calls: had.calls };
}

export const isUnderWay = (status: RunStatus): boolean => status === 'queued' || status === 'running';

/** Says whether its prompt needs no approval any more. */
export const isAllowed = ({ approval }: Answer): boolean => approval === null || approval.state === 'allowed';

/** Says whether text is missing between `offset` and this event: the reader must ask again from `offset`. */
export function leavesGap(offset: number, event: ReceivedEvent): boolean {
  return startOf(event) > offset;
}

/** Returns the answer after an event. A repeated event, and one after a gap or after the end, changes nothing. */
export function withEvent(answer: Answer, event: ReceivedEvent): Answer {
  if (!isUnderWay(answer.status) || leavesGap(answer.text.length, event)) return answer;
  switch (event.data.type) {
    case 'delta':
      return withText(answer, event.data.text.slice(answer.text.length - startOf(event)));
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

function withText(answer: Answer, added: string): Answer {
  if (added === '') return answer;
  return { ...answer, status: 'running', text: answer.text + added, blocks: extendBlocks(answer.blocks, added) };
}
