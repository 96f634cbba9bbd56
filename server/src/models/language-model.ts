import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { Language } from '@parlance/shared/contract/language';
import type { AnsweringModel } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs';

/** One turn of the dialogue so far; the last one is the prompt to answer. */
export type Turn = { readonly author: 'member' | 'bot'; readonly content: string };

/** A passage that retrieval found in the bot's files, best first. Its citation's number is its place, from 1. */
export type Source = {
  readonly citation: Citation;
  readonly score: number;
  /** 0 to 1: how much of the question the passage holds. */
  readonly coverage: number;
  /** How many words of the question the passage holds; one in its heading counts twice. */
  readonly words: number;
};

export type Question = {
  readonly instructions: string;
  readonly turns: readonly Turn[];
  readonly sources: readonly Source[];
  /** Names of all files behind the bot, found in or not. */
  readonly fileNames: readonly string[];
  readonly language: Language;
  /** Aborted when the answer is no longer wanted; the model lets go of whatever works for it. */
  readonly signal: AbortSignal;
};

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  /** The sources the answer rests on; a later one replaces an earlier one. */
  | { readonly type: 'citations'; readonly citations: Citation[] }
  | { readonly type: 'usage'; readonly inputTokens: number; readonly outputTokens: number };

/** What answers for a bot. `answer` throws a ModelFailure, or the signal's reason where it was aborted. */
export type LanguageModel = AnsweringModel & {
  answer(question: Question): AsyncIterable<AnswerPart>;
};

export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

/** Why a model gave no answer, or only a part of one. */
export class ModelFailure extends Error {
  readonly code: ModelErrorCode;

  constructor(code: ModelErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ModelFailure';
    this.code = code;
  }
}
