import { ApiFailure, call, failureKey } from '@parlance/shared/http';
import { answerElicitation, type ElicitationAnswer } from '../contract/api/tools/elicitations.ts';
import { useSending } from '../ui/fields/use-sending.ts';
import { forgetEntries } from './kept-entries.ts';

export type ElicitationAnswering = {
  /** Sends the answer, once. An error that `explain` handles is not shown. */
  readonly answer: (answer: ElicitationAnswer, explain?: (error: unknown) => boolean) => void;
  /** True from the press on; after a success until the stream removes the question. */
  readonly isSending: boolean;
  /** The key of the text for the reason that the last attempt failed; null if none did. */
  readonly failure: string | null;
};

/** Answers an elicitation. `onAnswered` keeps the focus near, as the buttons disappear with the answer. */
export function useElicitationAnswer(elicitationId: string, onAnswered: () => void): ElicitationAnswering {
  const { send, isSending, failure } = useSending();
  const answer: ElicitationAnswering['answer'] = (body, explain) =>
    send(async () => {
      await call(answerElicitation, { params: { elicitation_id: elicitationId }, body });
      forgetEntries(elicitationId);
      onAnswered();
      return undefined;
    }, explain);
  return { answer, isSending, failure: failure === null ? null : keyOf(failure) };
}

const keyOf = (failure: unknown): string =>
  failure instanceof ApiFailure && failure.code === 'conflict' ? 'tool-calls:elicitation.over' : failureKey(failure);
