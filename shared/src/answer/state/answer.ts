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

/** What is known of an answer so far. `text.length` is the offset from which its stream goes on. */
export type Answer = {
  readonly text: string;
  readonly blocks: Blocks;
  readonly citations: readonly Citation[];
  /** Calls of tools as they stand now. */
  readonly calls: readonly ToolCall[];
  /** An administrator has to allow its prompt, or has decided; null where none has to. */
  readonly approval: RunApproval | null;
  /** What rules did to it. */
  readonly rules: readonly AppliedRule[];
  /** What of the dialogue and its files it does not rest on; null where it rests on everything. */
  readonly reading: RunReading | null;
  readonly status: RunStatus;
  readonly errorCode: string | null;
};

/** An event as it came. `id` counts the UTF-16 code units of the answer up to and including it. */
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

/** An answer as a message says that it stands. */
export const answerOfMessage = (message: Message): Answer =>
  answerOf({
    ...message,
    status: message.run?.status ?? 'complete',
    errorCode: message.run?.error_code ?? null,
    approval: message.run?.approval,
    reading: message.run?.reading,
  });

/**
 * An answer whose stream was refused to this page. It is marked as failed; only the server knows how it really stands.
 */
export const unreadableAnswer = (answer: Answer, errorCode: string): Answer => ({
  ...answer,
  status: 'failed',
  errorCode,
});

/**
 * An answer that could not be read, as the server says that it stands. While it is written, the text that had come
 * already stays, and so do its calls.
 */
export function readAgain(had: Answer, said: Answer): Answer {
  const isBehind = isUnderWay(said.status) && said.text.length < had.text.length;
  const answer = isBehind ? { ...said, text: had.text, blocks: had.blocks, citations: had.citations } : said;
  return answer.calls.length > 0 ? answer : { ...answer, calls: had.calls };
}

export const isUnderWay = (status: RunStatus): boolean => status === 'queued' || status === 'running';

/** Whether no administrator has to allow its prompt any more. */
export const isAllowed = ({ approval }: Answer): boolean => approval === null || approval.state === 'allowed';

/**
 * Whether something of the text is missing between `offset` and this event: the reader must ask again from `offset`.
 */
export function leavesGap(offset: number, event: ReceivedEvent): boolean {
  return startOf(event) > offset;
}

/** The answer after an event. What it has already, and what comes after a gap or after the end, changes nothing. */
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

/** The calls with one that is new, or has changed. */
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
