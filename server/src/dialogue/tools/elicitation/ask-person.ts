import type { ElicitationAnswer, ElicitationField } from '@parlance/shared/contract/api/tools/elicitations';

/** What a server wants to know of a person while it makes a call. */
export type AskedQuestion = {
  readonly message: string;
  readonly asked:
    | { readonly type: 'form'; readonly fields: readonly ElicitationField[] }
    | {
        readonly type: 'page';
        readonly address: string;
        /** True if the person says when they are done there; otherwise the server knows. */
        readonly isAwaited: boolean;
      };
};

/**
 * Asks the person for whom a call is made, and waits for their answer as long as it may take. Resolves to a
 * cancellation if nobody answers in time, and to an acceptance if the signal's reason is a PageDone; throws any other
 * reason: the server no longer wants to know.
 */
export type AskPerson = (question: AskedQuestion, signal: AbortSignal) => Promise<ElicitationAnswer>;
