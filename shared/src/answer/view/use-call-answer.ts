import { call } from '@parlance/shared/http';
import { answerToolCall } from '../../contract/api/runs/tool-calls.ts';
import type { ToolCall } from '../../contract/api/tools.ts';
import { useSending, type Sending } from '../../ui/fields/use-sending.ts';

type CallAnswer = Pick<Sending, 'isSending' | 'failure' | 'forgetFailure'> & {
  /** Sends the answer, once. `failed` is told why it could not be. */
  readonly answer: (allow: boolean, failed?: (error: unknown) => void) => void;
};

/**
 * Answers a waiting call with exactly the arguments shown: the server refuses any others. An answer, once sent, is
 * final: the stream removes the question, and with it the buttons. `onAnswered` keeps the focus near.
 */
export function useCallAnswer(made: ToolCall, onAnswered: () => void): CallAnswer {
  const { send, ...sending } = useSending();
  const answer: CallAnswer['answer'] = (allow, failed) =>
    send(
      async () => {
        await call(answerToolCall, { params: { call_id: made.id }, body: { allow, arguments: made.arguments } });
        onAnswered();
        return undefined;
      },
      (error) => {
        failed?.(error);
        return false;
      },
    );
  return { ...sending, answer };
}
