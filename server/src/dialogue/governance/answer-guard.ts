import type { AppliedRule, Citation } from '@parlance/shared/contract/api/runs/runs';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import { type AnsweringPart, answerWith } from '../../platform/language-models/answering.ts';
import type { Question } from '../../platform/language-models/language-model.ts';
import type { AskedCall } from '../../platform/language-models/tool-calling.ts';
import { appliedRules } from './applied-rules.ts';
import { type RuleFinding, Guard, withoutFindings } from './engine/guard.ts';
import type { Checker } from './engine/rule-set.ts';
import { ReasoningGuard } from './reasoning-guard.ts';

/**
 * Filters an answer by the rules of the organisation: findings are neither shown, nor stored, nor sent to the model
 * again.
 */
export class AnswerGuard {
  readonly #checker: Checker;
  #guard: Guard;
  readonly #reasoning: ReasoningGuard;
  /** Findings in text that turned out to be reasoning, and before it. */
  #earlier: readonly RuleFinding[] = [];
  /** The text that went out. */
  #said: string;

  /** Creates a guard; `before` is the text that the answer continues. */
  constructor(checker: Checker, before: string) {
    this.#checker = checker;
    this.#guard = new Guard(checker, before);
    this.#reasoning = new ReasoningGuard(checker);
    this.#said = before;
  }

  /** The findings in the answer and the reasoning behind it, each rule once. */
  get found(): readonly RuleFinding[] {
    return joinedFindings(this.#ofAnswer, this.#reasoning.found);
  }

  /** The number of rules with findings: cheap to read with each piece. */
  get findings(): number {
    return this.#earlier.length + this.#guard.findings + this.#reasoning.findings;
  }

  /** The notices for readers of the answer. */
  get appliedRules(): AppliedRule[] {
    // A rule that would have stopped the answer has only withheld reasoning.
    const ofReasoning = this.#reasoning.found.filter(({ rule }) => rule.action !== 'block');
    return appliedRules(this.#checker, joinedFindings(this.#ofAnswer, ofReasoning));
  }

  get isStopped(): boolean {
    return this.#guard.stoppedBy !== null;
  }

  get #ofAnswer(): readonly RuleFinding[] {
    return joinedFindings(this.#earlier, this.#guard.found);
  }

  /** Answers as `answerWith` does. If a rule stops the answer, its message comes last, and the model is stopped. */
  async *answer(wanted: AllowedModel, question: Question): AsyncGenerator<AnsweringPart, void> {
    const stop = new AbortController();
    const before = this.#said;
    const foundBefore = countOf(this.found);
    let isReasoning = false;
    const told = (text: string): AnsweringPart[] => {
      const isFirst = this.#said === before && text === '';
      this.#said += text;
      const message = this.#guard.stoppedBy?.definition.message;
      if (message === undefined || stop.signal.aborted) return text === '' ? [] : [{ type: 'text', text }];
      stop.abort();
      return [{ type: 'text', text: `${text}${isFirst ? '' : '\n\n'}${message}` }];
    };
    try {
      for await (const part of answerWith(wanted, {
        ...question,
        signal: AbortSignal.any([question.signal, stop.signal]),
      })) {
        if (part.type === 'reasoning') {
          isReasoning = true;
          yield* reasoned(this.#reasoning.push(part.text));
          continue;
        }
        if (isReasoning) yield* reasoned(this.#reasoning.settle());
        isReasoning = false;
        if (part.type === 'text') yield* told(this.#guard.push(part.text));
        else if (part.type === 'citations')
          yield { type: 'citations', citations: part.citations.map((it) => this.#cited(it)) };
        // Text before a call is complete: no word continues behind it.
        else if (part.type === 'call') {
          yield* told(this.#guard.settle());
          if (!this.isStopped) yield { type: 'call', call: withoutFound(part.call, countOf(this.found) > foundBefore) };
        } else {
          if (part.type === 'unsaid') this.#unsay(before);
          yield part;
        }
      }
    } catch (error) {
      if (!stop.signal.aborted || question.signal.aborted) throw error;
    }
    // Text held back of an aborted answer is dropped: it may have been the beginning of a match.
    if (question.signal.aborted) return;
    if (isReasoning) yield* reasoned(this.#reasoning.settle());
    yield* told(this.#guard.settle());
  }

  /** Begins again behind the text that went out before. */
  #unsay(before: string): void {
    this.#earlier = this.#ofAnswer;
    this.#guard = new Guard(this.#checker, before);
    this.#said = before;
  }

  #cited(citation: Citation): Citation {
    return {
      ...citation,
      heading: withoutFindings(this.#checker, citation.heading),
      passage: withoutFindings(this.#checker, citation.passage),
    };
  }
}

const reasoned = (text: string): AnsweringPart[] => (text === '' ? [] : [{ type: 'reasoning', text }]);

const countOf = (found: readonly RuleFinding[]) => found.reduce((sum, { count }) => sum + count, 0);

/** Joins findings, each rule once. */
function joinedFindings(one: readonly RuleFinding[], other: readonly RuleFinding[]): readonly RuleFinding[] {
  if (other.length === 0) return one;
  const others = new Map(other.map((finding) => [finding.rule, finding]));
  return [
    ...one.map((finding) => ({ ...finding, count: finding.count + (others.get(finding.rule)?.count ?? 0) })),
    ...other.filter(({ rule }) => one.every((finding) => finding.rule !== rule)),
  ];
}

/** Leaves out what came with the message of a call if rules found something in it: it is unmasked. */
function withoutFound({ extras, ...call }: AskedCall, hasFound: boolean): AskedCall {
  if (extras === undefined) return call;
  const { message, ...rest } = extras;
  return { ...call, extras: hasFound || message === undefined ? rest : extras };
}
