import type { AnsweringModel } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Budget } from './budget.ts';
import type { ProviderWords } from './provider-words.ts';
import type { AskedCall, Exchange, Tools } from './tool-calling.ts';

/** A picture of a prompt, for models that see. */
export type Picture = { readonly mediaType: string; readonly bytes: Uint8Array };

/** One turn of the dialogue so far; the last one is the prompt to answer. */
export type Turn = {
  readonly author: 'member' | 'bot';
  readonly content: string;
  readonly images?: readonly Picture[];
  /** What the bot called before it said this, with what it had said until then. */
  readonly exchanges?: readonly Exchange[];
};

/** A passage that retrieval found in the bot's files, best first. Its citation's number is its place, from 1. */
export type Source = {
  readonly citation: Citation;
  readonly score: number;
  /** 0 to 1: how much of the question the passage holds. */
  readonly coverage: number;
  /** How many words of the question the passage holds; one in its heading counts twice. */
  readonly words: number;
};

/** A file of a dialogue, and how much of it a model is given. */
export type GivenFile = {
  readonly name: string;
  /** Of its text, from its beginning: 1 is all of it, 0 nothing but the passages that were found. */
  readonly share: number;
  /** What it is about, where it is not given whole. */
  readonly headings: readonly string[];
  /** That share is given as notes of its parts. */
  readonly isNoted?: boolean;
};

/**
 * What a model has noted of a part of a file for a question, and the passages that the numbers in the notes refer to.
 */
export type PartNotes = {
  readonly fileName: string;
  /** From 1. */ readonly part: number;
  readonly parts: number;
  readonly text: string;
  readonly citations: readonly Citation[];
};

/** How a model is to answer; null: as it is set. */
export type Sampling = { readonly temperature: number | null; readonly max_output_tokens: number | null };

export type Question = {
  readonly instructions: string;
  readonly turns: readonly Turn[];
  readonly sources: readonly Source[];
  /** Names of all files behind the bot, found in or not. */
  readonly fileNames: readonly string[];
  /** The files that a model is told of by name. */
  readonly files?: readonly GivenFile[];
  /** Of files that were read part by part for this question. Their numbers go on from those of the sources. */
  readonly notes?: readonly PartNotes[];
  readonly language: Language;
  /** Values of events stand in its prompts, each in an element of its own. */
  readonly hasEvents?: boolean;
  readonly sampling?: Sampling;
  /**
   * What there is of the answer already, where it was broken off and is to be continued: the model says what follows.
   */
  readonly begun?: string;
  /** What it may call, and what it has called for this answer. */
  readonly tools?: Tools;
  /** Where the tokens of whoever asks are limited. */
  readonly budget?: Budget | undefined;
  /** Aborted when the answer is no longer wanted; the model lets go of whatever works for it. */
  readonly signal: AbortSignal;
};

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  /** The sources the answer rests on; a later one replaces an earlier one. */
  | { readonly type: 'citations'; readonly citations: Citation[] }
  /** It asks for a call, and answers further when it is asked again with what that gave back. */
  | { readonly type: 'call'; readonly call: AskedCall }
  | Usage;

/**
 * What one call of a provider took. It comes also where the call failed or was broken off, and the provider may charge
 * it.
 */
export type Usage = {
  readonly type: 'usage';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The provider did not say, or not to the end: counted by us from what was sent and heard. */
  readonly isEstimated: boolean;
};

/** What answers for a bot. `answer` throws a ModelFailure, or the signal's reason where it was aborted. */
export type LanguageModel = AnsweringModel & {
  answer(question: Question): AsyncIterable<AnswerPart>;
};

export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

type ModelFailureDetails = { cause?: unknown; retry?: ModelFailure['retry']; said?: ProviderWords | null };

/** Why a model gave no answer, or only a part of one. */
export class ModelFailure extends Error {
  readonly code: ModelErrorCode;
  /** Asking the same again can succeed; in how many milliseconds, where the provider says so. */
  readonly retry: { readonly afterMs: number | null } | null;
  /** What the provider itself said of it; null where nobody did. */
  readonly said: ProviderWords | null;

  constructor(code: ModelErrorCode, message: string, { cause, retry = null, said = null }: ModelFailureDetails = {}) {
    super(message, { cause });
    this.name = 'ModelFailure';
    this.code = code;
    this.retry = retry;
    this.said = said;
  }
}
