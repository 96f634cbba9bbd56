import * as z from '@parlance/shared/contract/schema';
import { endpoint, pageOf, pageQuery } from '../../endpoint.ts';
import { language } from '../../values/language.ts';
import { agentParams } from './agents.ts';
import { toolKind } from '../tools.ts';

/** The most questions of one test set. */
export const testQuestionsAtMost = 100;

/** A question with a known answer. `points` lists what the answer must contain. */
export const testQuestion = z.strictObject({
  id: z.uuid(),
  question: z.string().check(z.trim(), z.minLength(1), z.maxLength(4_000)),
  language,
  points: z
    .array(
      z.strictObject({
        text: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
        must: z.enum(['contain', 'not-contain', 'mean']),
      }),
    )
    .check(z.maxLength(20)),
});
export type TestQuestion = z.infer<typeof testQuestion>;

/** A test set. `mean` is judged by a model, and is impossible with the embedded one as the standard model. */
export const testSet = z.object({
  revision: z.number(),
  questions: z.array(testQuestion),
  judge: z.enum(['model', 'none']),
});
export type TestSet = z.infer<typeof testSet>;

export const getTestSet = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id/test-set',
  requires: {},
  summary: 'The test set of an agent.',
  params: agentParams,
  response: testSet,
});

export const saveTestSet = endpoint({
  method: 'PUT',
  path: '/studio/v1/agents/:agent_id/test-set',
  requires: {},
  summary: 'Saves the test set of an agent.',
  params: agentParams,
  body: z.strictObject({
    revision: z.number(),
    questions: z.array(testQuestion).check(z.maxLength(testQuestionsAtMost)),
  }),
  response: testSet,
});

/** A call that a test refused, because nobody is there to allow it. Its arguments are truncated. */
export const refusedCall = z.object({
  kind: toolKind,
  tool_name: z.string(),
  function: z.string(),
  arguments: z.string(),
});
export type RefusedCall = z.infer<typeof refusedCall>;

/** One run of a test set. `number` null: against the draft of that time. */
export const testRun = z.object({
  id: z.uuid(),
  number: z.nullable(z.number()),
  status: z.enum(['running', 'complete', 'stopped', 'failed']),
  started_at: z.iso.datetime(),
  passed: z.number(),
  of: z.number(),
  results: z.array(
    z.object({
      question_id: z.uuid(),
      question: z.string(),
      answer: z.string(),
      error_code: z.nullable(z.string()),
      points: z.array(z.object({ text: z.string(), must: z.string(), met: z.nullable(z.boolean()) })),
      passed: z.boolean(),
      /** Calls refused in the test; absent if there were none. */
      refused_calls: z.optional(z.array(refusedCall)),
    }),
  ),
});
export type TestRun = z.infer<typeof testRun>;

/** Asks every question in the background; poll the progress with `getTestRun`. */
export const runTestSet = endpoint({
  method: 'POST',
  path: '/studio/v1/agents/:agent_id/test-runs',
  requires: {},
  summary: 'Runs the test set of an agent.',
  params: agentParams,
  body: z.strictObject({ number: z._default(z.nullable(z.number().check(z.int(), z.gte(1))), null) }),
  response: testRun,
});

export const listTestRuns = endpoint({
  method: 'GET',
  path: '/studio/v1/agents/:agent_id/test-runs',
  requires: {},
  summary: 'Runs of the test set, newest first.',
  params: agentParams,
  query: pageQuery,
  response: pageOf(testRun),
});

export const getTestRun = endpoint({
  method: 'GET',
  path: '/studio/v1/test-runs/:test_run_id',
  requires: {},
  summary: 'A run of a test set.',
  params: z.object({ test_run_id: z.uuid() }),
  response: testRun,
});

export const stopTestRun = endpoint({
  method: 'POST',
  path: '/studio/v1/test-runs/:test_run_id/stop',
  requires: {},
  summary: 'Stops a run of a test set.',
  params: z.object({ test_run_id: z.uuid() }),
  response: testRun,
});
