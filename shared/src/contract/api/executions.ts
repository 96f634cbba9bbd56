import * as z from '@parlance/shared/contract/schema';
import { botSummary } from '../agents/bot-summary.ts';
import { colleague } from '../values/colleague.ts';
import { endpoint, pageOf, pageQuery } from '../endpoint.ts';
import { isErrorCode } from '../errors.ts';
import { executionCause, executionReason, executionStatus } from '../agents/executions.ts';

const errorCode = z.nullable(z.string().check(z.refine(isErrorCode)));

/** An execution in the list of a history. */
export const executionSummary = z.object({
  id: z.uuid(),
  status: executionStatus,
  cause: executionCause,
  reason: z.nullable(executionReason),
  error_code: errorCode,
  /** The tick or the moment of the event; the waiting time lies between this and `started_at`. */
  due_at: z.iso.datetime(),
  started_at: z.nullable(z.iso.datetime()),
  ended_at: z.nullable(z.iso.datetime()),
  /** Tokens of prompt and answer together; null until they are counted. */
  tokens: z.nullable(z.int()),
  /** `micros`: millionths of the currency's unit. Null if the model has no price. */
  cost: z.nullable(z.object({ micros: z.number(), currency: z.string() })),
});
export type ExecutionSummary = z.infer<typeof executionSummary>;

/** The outcome of one action of an automation. `shown`: of a test, in which nothing is done. */
export const actionOutcome = z.object({
  position: z.int(),
  kind: z.enum(['dialogue', 'mail', 'http', 'file']),
  status: z.enum(['waiting', 'running', 'done', 'failed', 'shown']),
  tries: z.int(),
  /** The next automatic attempt; null if there is none. */
  next_try_at: z.nullable(z.iso.datetime()),
  /** The HTTP status of a receiver; null for other kinds, and if there was no response. */
  http_status: z.nullable(z.int()),
  error_code: errorCode,
  /** The recipient and the beginning of the content, of a test and of what was sent. */
  shown: z.nullable(z.object({ to: z.string(), text: z.string() })),
});
export type ActionOutcome = z.infer<typeof actionOutcome>;

export const execution = z.object({
  ...executionSummary.shape,
  schedule: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  automation: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  bot: z.nullable(botSummary),
  /** The person it ran as, with their rights at that time. */
  runs_as: z.nullable(colleague),
  /** The event, as it came; null for a tick. JSON. */
  input: z.nullable(z.string()),
  prompt: z.string(),
  output: z.nullable(z.string()),
  /** The dialogue to continue reading in; null if the caller may not, or it is gone. */
  dialogue_id: z.nullable(z.uuid()),
  actions: z.array(actionOutcome),
  /** The execution that it repeats. */
  replay_of: z.nullable(z.uuid()),
  can: z.object({ replay: z.boolean(), cancel: z.boolean() }),
});
export type Execution = z.infer<typeof execution>;

/**
 * Lists the executions of one schedule or one automation that the caller may read, latest first. Answers 404 if it may
 * not be read.
 */
export const listExecutions = endpoint({
  method: 'GET',
  path: '/studio/v1/executions',
  requires: {},
  summary: 'What a schedule or an automation has done.',
  query: z
    .object({
      ...pageQuery.shape,
      schedule_id: z.optional(z.uuid()),
      automation_id: z.optional(z.uuid()),
      status: z.optional(executionStatus),
    })
    .check(
      z.refine(
        ({ schedule_id, automation_id }) => (schedule_id === undefined) !== (automation_id === undefined),
        'Of a schedule or of an automation.',
      ),
    ),
  response: pageOf(executionSummary),
});

const params = z.object({ execution_id: z.uuid() });

export const getExecution = endpoint({
  method: 'GET',
  path: '/studio/v1/executions/:execution_id',
  requires: {},
  summary: 'One of them, whole.',
  params,
  response: execution,
});

/**
 * Repeats an execution with the same input, by the present definition of the schedule or automation. Answers 409
 * conflict if it is not over, and idempotency_key_reused for a key that has done something else.
 */
export const replayExecution = endpoint({
  method: 'POST',
  path: '/studio/v1/executions/:execution_id/replays',
  requires: { privilege: 'automation.create' },
  summary: 'Does it again with the same input.',
  params,
  body: z.strictObject({ idempotency_key: z.uuid() }),
  response: executionSummary,
});

/** Cancels an execution; finished actions stay done. Answers 409 conflict if it is over. */
export const cancelExecution = endpoint({
  method: 'DELETE',
  path: '/studio/v1/executions/:execution_id',
  requires: {},
  summary: 'Cancels what is not over.',
  params,
  response: executionSummary,
});
