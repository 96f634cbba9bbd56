import { useState } from 'react';
import type { TestQuestion } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { addTestQuestion } from '@parlance/shared/contract/api/dialogue-log';
import { call } from '@parlance/shared/http';
import { randomUuid } from '@parlance/shared/random-uuid';

/**
 * Returns a function that adds the prompt of an answer to the test set of its agent, once for any number of retries; it
 * resolves with the number of questions.
 */
export function useTestQuestion(messageId: string): (points: TestQuestion['points']) => Promise<number> {
  const [id] = useState(randomUuid);
  return async (points) =>
    (await call(addTestQuestion, { params: { message_id: messageId }, body: { id, points } })).questions;
}
