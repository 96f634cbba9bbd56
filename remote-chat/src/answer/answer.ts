import type { Citation, RunEvent, RunStatus } from '@parlance/shared/contract/api/runs';
import { extendBlocks, splitBlocks } from './blocks.ts';
import type { Blocks } from './blocks.ts';

/** What is known of an answer so far. `text.length` is the offset from which its stream goes on. */
export type Answer = {
  readonly text: string;
  readonly blocks: Blocks;
  readonly citations: readonly Citation[];
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
}): Answer {
  return {
    text: written.content,
    blocks: splitBlocks(written.content),
    citations: written.citations,
    status: written.status,
    errorCode: written.errorCode,
  };
}

export const isUnderWay = (status: RunStatus): boolean => status === 'queued' || status === 'running';

/** Whether something of the text is missing between `offset` and this event: the reader must ask again from `offset`. */
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
    case 'ended':
      return { ...answer, status: event.data.status, errorCode: event.data.error_code };
  }
}

function startOf(event: ReceivedEvent): number {
  const end = Number(event.id);
  return event.data.type === 'delta' ? end - event.data.text.length : end;
}

function withText(answer: Answer, added: string): Answer {
  if (added === '') return answer;
  return { ...answer, status: 'running', text: answer.text + added, blocks: extendBlocks(answer.blocks, added) };
}
