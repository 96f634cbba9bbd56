import * as z from '@parlance/shared/contract/schema';

/**
 * The status of one execution of a schedule or an automation. `waiting`: for a worker, or behind another one (`queue`).
 * `running`: the agent answers, or the actions are under way. `approval`: a tool or a rule awaits a person's decision.
 * `done`, `failed`, `cancelled`: over. `skipped`: it was due and did nothing; `reason` says why.
 */
export const executionStatus = z.enum(['waiting', 'running', 'approval', 'done', 'failed', 'cancelled', 'skipped']);
export type ExecutionStatus = z.infer<typeof executionStatus>;

/**
 * The cause of an execution. `tick`: the clock. `event`: the trigger of an automation. `person`: “Run now”. `test`: a
 * test of an automation; its actions are shown and not done. `replay`: an earlier one, done again.
 */
export const executionCause = z.enum(['tick', 'event', 'person', 'test', 'replay']);
export type ExecutionCause = z.infer<typeof executionCause>;

/**
 * The reason it was skipped, failed or was cancelled, beyond an error of the product (`error_code`). `overlap`: an
 * earlier one was still running. `misfire`: it was due while nobody ran the clock. `maximum`: the limit of a day is
 * reached. `condition`: the event did not meet the conditions. `loop`: it was set off by itself, directly or
 * indirectly. `replaced`: a later one took its place. `lapsed`: nobody decided in time. `owner`: the person it runs as
 * has lost the right. `person`: somebody cancelled it.
 */
export const executionReason = z.enum([
  'overlap',
  'misfire',
  'maximum',
  'condition',
  'loop',
  'replaced',
  'lapsed',
  'owner',
  'person',
]);
export type ExecutionReason = z.infer<typeof executionReason>;

/**
 * The reason a schedule or an automation is paused. `owner`: it was active until the person it ran as had left or lost
 * the right. `given`: it was active until it was handed to somebody who has not agreed yet. `plan`: the plan has no
 * place for it any more. `failures`: the last ones all failed.
 */
export const pauseReason = z.enum(['person', 'administrator', 'owner', 'given', 'agent', 'failures', 'plan', 'loop']);
export type PauseReason = z.infer<typeof pauseReason>;

/** The failures in a row after which it is paused. */
export const failuresAtMost = 5;
/** The depth limit of executions set off by the effects of others. */
export const depthAtMost = 5;
/** Hours a person has to decide before the request lapses. */
export const approvalHours = 72;
/** Days an execution is kept with its input and output. */
export const executionKeptDays = 90;
