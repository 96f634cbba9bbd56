import * as z from '@parlance/shared/contract/schema';

/**
 * One time that a schedule or an automation did its work. `waiting`: for a worker, or behind another one (`queue`).
 * `running`: the agent answers, or what follows is done. `approval`: a tool or a rule wants a person's decision first.
 * `done`, `failed`, `cancelled`: over. `skipped`: it was due and did nothing; `reason` says why.
 */
export const executionStatus = z.enum(['waiting', 'running', 'approval', 'done', 'failed', 'cancelled', 'skipped']);
export type ExecutionStatus = z.infer<typeof executionStatus>;

/**
 * What set it off. `tick`: the clock. `event`: what an automation waits for. `person`: “Run now”. `test`: a test of an
 * automation; its actions are shown and not done. `replay`: an earlier one, done again.
 */
export const executionCause = z.enum(['tick', 'event', 'person', 'test', 'replay']);
export type ExecutionCause = z.infer<typeof executionCause>;

/**
 * Why it was skipped, failed or was cancelled, beyond an error of the product (`error_code`). `overlap`: an earlier one
 * was still at it. `misfire`: it was due while nobody ran the clock. `maximum`: as many as a day may have. `condition`:
 * the event did not meet the conditions. `loop`: it was set off by itself, directly or round about. `replaced`: a later
 * one took its place. `lapsed`: nobody decided in time. `owner`: the person it runs as may no longer do it. `person`:
 * somebody cancelled it.
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
 * Why a schedule or an automation does nothing. `owner`: it was active until the person it ran as had left or lost the
 * right. `given`: it was active until it was handed to somebody who has not agreed yet. `plan`: the plan has no place
 * for it any more. `failures`: the last ones all failed.
 */
export const pauseReason = z.enum(['person', 'administrator', 'owner', 'given', 'agent', 'failures', 'plan', 'loop']);
export type PauseReason = z.infer<typeof pauseReason>;

/** Failed so many times in a row, it is paused. */
export const failuresAtMost = 5;
/** An execution set off by the effects of others goes no deeper than this. */
export const depthAtMost = 5;
/** Hours for which a decision of a person is waited for; then it has lapsed. */
export const approvalHours = 72;
/** Days for which an execution with its input and output is kept. */
export const executionKeptDays = 90;
