import {
  elicitationMinutes,
  elicitationsAtMost,
  type ElicitationAnswer,
} from '@parlance/shared/contract/api/tools/elicitations';
import type { Database } from '../../../platform/db/database.ts';
import type { AskedQuestion } from './ask-person.ts';
import type { ElicitationDesk } from './desk.ts';
import { PageDone } from './page-done.ts';
import { endElicitation, insertElicitation } from './store.ts';

/** Masks what rules find in what servers say and are sent: Material is such a filter. */
export type TextFilter = {
  inText(text: string): string;
  /** Masks JSON. */
  inArguments(text: string): string;
};

/** What the calls of one answer have in common. */
export type QuestionsOfAnswer = {
  readonly db: Database;
  readonly desk: ElicitationDesk;
  readonly organizationId: string;
  /** The filter for what servers say and are sent; null if no rule applies. */
  readonly material: TextFilter | null;
  /** True once a question was not answered in time: nobody is there, and the next ones are not asked. */
  isUnanswered: boolean;
  readonly answerWithinMs?: number;
};

/** The questions of the server of one call, stored for the person's screens and answered from them. */
export class CallQuestions {
  readonly #answer: QuestionsOfAnswer;
  readonly #callId: string;
  #left = elicitationsAtMost;
  readonly #changed: () => void;

  /** `changed` is called when a question was asked, and when it was answered. */
  constructor(answer: QuestionsOfAnswer, callId: string, changed: () => void = () => {}) {
    this.#changed = changed;
    this.#answer = answer;
    this.#callId = callId;
  }

  /** Asks a question: see AskPerson. */
  readonly ask = async (question: AskedQuestion, signal: AbortSignal): Promise<ElicitationAnswer> => {
    const { db, desk, organizationId, material, answerWithinMs = elicitationMinutes * 60_000 } = this.#answer;
    signal.throwIfAborted();
    this.#left -= 1;
    if (this.#left < 0 || this.#answer.isUnanswered) return { action: 'cancel' };
    const shown = material === null ? question : { ...question, message: material.inText(question.message) };
    const id = await db.asTenant(organizationId, (trx) => insertElicitation(trx, organizationId, this.#callId, shown));
    if (id === null) return { action: 'cancel' };
    this.#changed();
    const late = AbortSignal.timeout(answerWithinMs);
    try {
      return this.#sent(await desk.answerTo(id, organizationId, AbortSignal.any([signal, late])));
    } catch (error) {
      const isDone = signal.reason instanceof PageDone;
      const hasEnded = await db.asTenant(organizationId, (trx) =>
        endElicitation(trx, id, isDone ? 'accepted' : 'cancelled'),
      );
      // It was answered in the last moment.
      if (!hasEnded) return this.#sent((await desk.take(id, organizationId)) ?? { action: 'cancel' });
      if (isDone) return { action: 'accept', content: {} };
      if (signal.aborted || !late.aborted) throw error;
      this.#answer.isUnanswered = true;
      return { action: 'cancel' };
    } finally {
      this.#changed();
    }
  };

  /** Returns an answer as the server is sent it: what a person enters passes the rules that arguments pass. */
  #sent(answer: ElicitationAnswer): ElicitationAnswer {
    const { material } = this.#answer;
    return answer.action !== 'accept' || material === null
      ? answer
      : {
          ...answer,
          content: JSON.parse(material.inArguments(JSON.stringify(answer.content))) as typeof answer.content,
        };
  }
}
