import { setTimeout as pause } from 'node:timers/promises';
import type { AllowedModel } from './allowed-model.ts';
import { type CatalogModel, standInsOf } from './catalog.ts';
import { type AnswerPart, ModelFailure, type Question } from './language-model.ts';

/**
 * A part of an answer, with the model it comes from: `answering` comes first, and again when another model takes over.
 */
export type AnsweringPart =
  | Exclude<AnswerPart, { type: 'usage' }>
  | { readonly type: 'answering'; readonly model: CatalogModel }
  | (Extract<AnswerPart, { type: 'usage' }> & { readonly model: CatalogModel });

export type RetryRules = {
  /** The number of calls of one model, the first one included. */
  readonly callsAtMost: number;
  /** The pause before the second call; doubled with each further one. */
  readonly pauseMs: number;
  /** The longest pause: a provider that wants more is not waited for, as people have left by then. */
  readonly pauseMsAtMost: number;
  readonly random: () => number;
};

const defaultRules: RetryRules = { callsAtMost: 3, pauseMs: 300, pauseMsAtMost: 8_000, random: Math.random };

/**
 * Answers with a model; calls it again if it failed before it said anything, and then its stand-ins. An answer that has
 * begun is never restarted: its text is kept, and the failure reported.
 */
export async function* answerWith(
  first: AllowedModel,
  question: Question,
  rules: RetryRules = defaultRules,
): AsyncGenerator<AnsweringPart> {
  let failure: unknown;
  let hasReasoned = false;
  for (const model of [first, ...standInsOf(first)]) {
    // A model that cannot see the picture of the prompt would answer beside the point.
    if (model !== first && hasImages(question) && !model.model.sees_images) continue;
    for (let calls = 1; calls <= rules.callsAtMost; calls++) {
      if (calls === 1) yield { type: 'answering', model };
      // The reasoning of a call that failed stays, and the next one begins below it.
      if (hasReasoned) yield { type: 'reasoning', text: '\n\n' };
      const said = yield* call(model, question);
      if (said.failure === null) return;
      hasReasoned ||= said.hasReasoned;
      failure = said.failure.cause;
      if (said.hasBegun || question.signal.aborted || !(failure instanceof ModelFailure)) throw failure;
      const wait = waitBefore(failure, calls, rules);
      if (wait === null) break;
      await pause(wait, undefined, { signal: question.signal }).catch(() => question.signal.throwIfAborted());
    }
    // Another model is no way around a refusal of what was asked. One of the form of our request is none.
    if (failure instanceof ModelFailure && failure.code === 'model_refused') break;
  }
  throw failure;
}

type CallState = { hasBegun: boolean; hasReasoned: boolean; failure: { cause: unknown } | null };

async function* call(model: CatalogModel, question: Question): AsyncGenerator<AnsweringPart, CallState> {
  let hasBegun = false;
  let hasReasoned = false;
  try {
    for await (const part of model.model.answer(question)) {
      if ((part.type === 'text' && part.text !== '') || part.type === 'call') hasBegun = true;
      if (part.type === 'unsaid') hasBegun = false;
      if (part.type === 'reasoning') hasReasoned = true;
      yield part.type === 'usage' ? { ...part, model } : part;
    }
    // A provider that ends well and says nothing has failed all the same.
    const empty = new ModelFailure('model_answer_unusable', 'The model gave an empty answer.', {
      retry: { afterMs: null },
    });
    return { hasBegun, hasReasoned, failure: hasBegun ? null : { cause: empty } };
  } catch (error) {
    return { hasBegun, hasReasoned, failure: { cause: error } };
  }
}

/** Returns the milliseconds until the next call; null if there is none. */
function waitBefore(
  { retry }: ModelFailure,
  calls: number,
  { callsAtMost, pauseMs, pauseMsAtMost, random }: RetryRules,
): number | null {
  if (retry === null || calls >= callsAtMost) return null;
  if (retry.afterMs !== null) return retry.afterMs > pauseMsAtMost ? null : retry.afterMs + random() * pauseMs;
  // Jitters between half and all of the pause, so that calls that failed together do not retry together.
  return Math.min(pauseMsAtMost, pauseMs * 2 ** (calls - 1)) * (0.5 + random() / 2);
}

const hasImages = ({ turns }: Question) => (turns.at(-1)?.images ?? []).length > 0;
