import type { AppliedRule, Citation } from '@parlance/shared/contract/api/runs/runs';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { type AnsweringPart, answerWith } from '../../platform/language-models/answering.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import { appliedRules } from './applied-rules.ts';
import { type RuleFinding, Guard, withoutFindings } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';

/**
 * Lets an answer through by the rules of the organisation: what they are about is neither shown, nor stored, nor told
 * to the model again.
 */
export class AnswerGuard {
  readonly #checker: Checker;
  readonly #guard: Guard;

  /** `before`: what the answer goes on from. */
  constructor(checker: Checker, before: string) {
    this.#checker = checker;
    this.#guard = new Guard(checker, before);
  }

  get found(): readonly RuleFinding[] {
    return this.#guard.found;
  }

  /** How many rules have found something: cheap to ask with each piece. */
  get findings(): number {
    return this.#guard.findings;
  }

  /** What the readers of the answer are told of them. */
  get appliedRules(): AppliedRule[] {
    return appliedRules(this.#checker, this.#guard.found);
  }

  get isStopped(): boolean {
    return this.#guard.stoppedBy !== null;
  }

  /**
   * Answers as `answerWith` does. Where a rule stops the answer, its message is the last that is said, and the model is
   * stopped.
   */
  async *answer(wanted: AllowedModel, question: Question): AsyncGenerator<AnsweringPart, void> {
    const stop = new AbortController();
    let said = '';
    const told = (text: string): AnsweringPart[] => {
      said += text;
      const message = this.#guard.stoppedBy?.definition.message;
      if (message === undefined || stop.signal.aborted) return text === '' ? [] : [{ type: 'text', text }];
      stop.abort();
      return [{ type: 'text', text: `${text}${said === '' ? '' : '\n\n'}${message}` }];
    };
    try {
      for await (const part of answerWith(wanted, {
        ...question,
        signal: AbortSignal.any([question.signal, stop.signal]),
      })) {
        if (part.type === 'text') yield* told(this.#guard.push(part.text));
        else if (part.type === 'citations')
          yield { type: 'citations', citations: part.citations.map((it) => this.#cited(it)) };
        // What is said before a call is whole: no word goes on behind it.
        else if (part.type === 'call') yield* [...told(this.#guard.settle()), ...(this.isStopped ? [] : [part])];
        else yield part;
      }
    } catch (error) {
      if (!stop.signal.aborted || question.signal.aborted) throw error;
    }
    // What is kept back of an answer that was broken off goes nowhere: it may have been the beginning of something.
    if (!question.signal.aborted) yield* told(this.#guard.settle());
  }

  #cited(citation: Citation): Citation {
    return {
      ...citation,
      heading: withoutFindings(this.#checker, citation.heading),
      passage: withoutFindings(this.#checker, citation.passage),
    };
  }
}
