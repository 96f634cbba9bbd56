import {
  type TestQuestion,
  testQuestion,
  testQuestionsAtMost,
} from '@parlance/shared/contract/api/agents/agent-test-sets';
import { textIn } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { lockAgent } from '../../studio/agents/agents.ts';
import { readTestSet, saveTestSet } from '../../studio/agents/test-sets.ts';

type TestQuestionInput = Pick<TestQuestion, 'id' | 'points'>;

/**
 * Adds the prompt of an answer to the test set of its agent, once for an id. Returns the agent and how many questions
 * it has.
 */
export async function addTestQuestion(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  messageId: string,
  { id, points }: TestQuestionInput,
): Promise<{ agent_id: string; questions: number }> {
  const asked = await findPrompt(trx, caller, messageId);
  if (asked === undefined) throw new ApiError('not_found');
  await lockAgent(trx, caller, asked.bot_id, 'edit');
  const { revision, questions } = await readTestSet(trx, app.models, caller, asked.bot_id);
  if (questions.some((question) => question.id === id)) return { agent_id: asked.bot_id, questions: questions.length };
  if (questions.length >= testQuestionsAtMost) throw new ApiError('test_set_full');
  const question = { id, question: asked.content.trim(), language: asked.language, points };
  // A prompt may be longer than a question.
  if (!testQuestion.safeParse(question).success)
    throw new ApiError('validation_failed', {
      issues: [{ path: 'params.message_id', message: 'The prompt is too long for a test question.' }],
    });
  await saveTestSet(trx, caller, asked.bot_id, { revision, questions: [...questions, question] });
  await record(trx, {
    action: 'agent.tests_changed',
    target: { id: asked.bot_id, name: textIn(asked.name, caller.language) },
    before: { questions: questions.length },
    after: { questions: questions.length + 1 },
  });
  return { agent_id: asked.bot_id, questions: questions.length + 1 };
}

/** What an answer was given to. */
function findPrompt(trx: Trx, { organizationId }: Caller, answerId: string) {
  return trx
    .selectFrom('runs')
    .innerJoin('dialogues', 'dialogues.id', 'runs.dialogue_id')
    .innerJoin('bots', 'bots.id', 'dialogues.bot_id')
    .innerJoin('messages', 'messages.id', 'runs.prompt_id')
    .where('runs.answer_id', '=', answerId)
    .where('runs.organization_id', '=', organizationId)
    .where('dialogues.kind', '=', 'member')
    .select(['dialogues.bot_id', 'bots.name', 'runs.language', 'messages.content'])
    .executeTakeFirst();
}
