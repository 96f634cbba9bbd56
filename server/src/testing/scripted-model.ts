import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../platform/language-models/catalog.ts';
import type { AnswerPart, Question } from '../platform/language-models/language-model.ts';

/** A part that the model says, or `hold`: it says nothing more until `goOn`. */
export type Step = AnswerPart | 'hold';

export type ScriptedModel = {
  /** The questions it was asked. */
  readonly questions: Question[];
  /** Sets what it says, by the number of calls that were made for the answer before. */
  say(steps: (round: number, question: Question) => readonly Step[]): void;
  /** Resolves when it holds: everything before that is said. */
  held(): Promise<void>;
  goOn(): void;
};

export const reasons = (text: string): Step => ({ type: 'reasoning', text });
export const says = (text: string): Step => ({ type: 'text', text });
export const unsays: Step = { type: 'unsaid' };
export const calls = (name: string, args: object, id = 'call'): Step => ({
  type: 'call',
  call: { id, name, arguments: JSON.stringify(args) },
});

/** Has the models of a service answer by a script, part by part, whatever their provider would say. */
export function scriptModels(models: Catalog): ScriptedModel {
  const questions: Question[] = [];
  let script: (round: number, question: Question) => readonly Step[] = () => [];
  let gate = Promise.withResolvers<undefined>();
  let isHeld = Promise.withResolvers<undefined>();
  async function* answer(question: Question): AsyncGenerator<AnswerPart> {
    questions.push(question);
    for (const step of script(question.tools?.exchanges.length ?? 0, question)) {
      question.signal.throwIfAborted();
      if (step !== 'hold') yield step;
      else {
        isHeld.resolve(undefined);
        await Promise.race([gate.promise, aborted(question.signal)]);
        question.signal.throwIfAborted();
      }
      await pause(0);
    }
    yield { type: 'usage', inputTokens: 10, outputTokens: 5, isEstimated: false };
  }
  for (const { model } of models.all) Object.assign(model, { answer });
  return {
    questions,
    say(steps) {
      script = steps;
    },
    held: () => isHeld.promise,
    goOn() {
      gate.resolve(undefined);
      gate = Promise.withResolvers();
      isHeld = Promise.withResolvers();
    },
  };
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
