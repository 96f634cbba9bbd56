import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { AnsweringPart } from '../../platform/language-models/answering.ts';
import type { AnswerGuard } from '../governance/answer-guard.ts';
import type { Material } from '../governance/material.ts';
import type { CallRow, NewCall } from '../tools/calls.ts';
import type { ElicitationDesk } from '../tools/elicitation/desk.ts';
import type { Toolbox } from '../tools/toolbox.ts';

/** The functions an answer may call, and the calls it has made. */
export type ToolTask = {
  readonly runId: string;
  readonly dialogueId: string;
  readonly organizationId: string;
  readonly toolbox: Toolbox;
  /** Where people's answers to the servers of calls arrive. */
  readonly desk: ElicitationDesk;
  readonly callsAtMost: number;
  /** True if nobody is there who could allow a call. */
  readonly isUnattended: boolean;
  readonly rows: readonly CallRow[];
  /** The answer so far, and its length before its first word was written. */
  readonly text: string;
  readonly from: number;
  /** The guard that an answer passes before anybody sees it; null if no rule applies. */
  readonly guard: AnswerGuard | null;
  /** The filter for input and results of tools; null if no rule applies. */
  readonly material: Material | null;
};

export type ToolPart =
  | Exclude<AnsweringPart, { type: 'call' | 'unsaid' }>
  /** The text since the last call was reasoning: the answer falls back to what it was before. */
  | { readonly type: 'unsaid'; readonly kept: string }
  /** The present state of a call. */
  | { readonly type: 'tool'; readonly call: ToolCall }
  /** The last part if the person must be asked: nothing more happens until they have answered each. */
  | { readonly type: 'ask'; readonly asked: AskedCalls };

/** The calls that the person must allow. */
export type AskedCalls = {
  /** Those that are not yet stored. */
  readonly made: readonly NewCall[];
  /** The ids of those that were begun, and need the person to sign in: their servers have not looked at them. */
  readonly begun: readonly string[];
};
