import type { ReasoningEffort } from '@parlance/shared/contract/agents/agent-definition';
import type { AnsweringModel } from '@parlance/shared/contract/api/bots';
import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import type { ErrorCode } from '@parlance/shared/contract/errors';
import type { Language } from '@parlance/shared/contract/values/language';
import type { Budget } from './budget.ts';
import type { Picture } from './picture.ts';
import type { ProviderWords } from './provider-words.ts';
import type { AskedCall, Exchange, Tools } from './tool-calling.ts';

/** One turn of the dialogue; the last one is the prompt to answer. */
export type Turn = {
  readonly author: 'member' | 'bot';
  readonly content: string;
  readonly images?: readonly Picture[];
  /** The calls the bot made before it said this, each with the text that preceded it. */
  readonly exchanges?: readonly Exchange[];
};

/** A passage that retrieval found in the bot's files, best first. Its citation's number is its position, from 1. */
export type Source = {
  readonly citation: Citation;
  readonly score: number;
  /** The share of the question that the passage covers, 0 to 1. */
  readonly coverage: number;
  /** The number of the question's words in the passage; one in its heading counts twice. */
  readonly words: number;
  /** The pages of its file that could not be read, or were recognised. */
  readonly unread?: UnreadPages;
};

/** A file of a dialogue, and the share of it that a model is given. */
export type GivenFile = {
  readonly id: string;
  readonly name: string;
  /** The share of its text given to the model, from the beginning: 1 is all, 0 nothing but retrieved passages. */
  readonly share: number;
  /** The headings of a file that is not given whole. */
  readonly headings: readonly string[];
  /** True if that share is given as notes of its parts. */
  readonly isNoted?: boolean;
  /**
   * The pages that could not be read, such as scans: of these the model has nothing, whatever its share. And how many
   * were recognised.
   */
  readonly unread?: UnreadPages;
};

/** Notes a model has made on a part of a file for a question, and the passages that their numbers refer to. */
export type PartNotes = {
  readonly fileName: string;
  /** The number of the part, from 1. */
  readonly part: number;
  readonly parts: number;
  readonly text: string;
  readonly citations: readonly Citation[];
};

/** Settings of an answer; null stands for the model's default. */
export type Sampling = {
  readonly temperature: number | null;
  readonly max_output_tokens: number | null;
  readonly reasoning_effort?: ReasoningEffort | null;
};

export type Question = {
  readonly instructions: string;
  readonly turns: readonly Turn[];
  readonly sources: readonly Source[];
  /** The names of all files behind the bot, found in or not. */
  readonly fileNames: readonly string[];
  /** The files named to the model. */
  readonly files?: readonly GivenFile[];
  /** Notes on files that were read part by part for this question. Their numbers continue those of the sources. */
  readonly notes?: readonly PartNotes[];
  readonly language: Language;
  /** True if its prompts contain event values, each in an element of its own. */
  readonly hasEvents?: boolean;
  readonly sampling?: Sampling;
  /** The part of an interrupted answer that exists already and is to be continued: the model says what follows. */
  readonly begun?: string;
  /** The tools it may call, and the calls made for this answer so far. */
  readonly tools?: Tools;
  /** The token budget of the caller, if limited. */
  readonly budget?: Budget | undefined;
  /** The signal, aborted when the answer is no longer wanted; the model releases its resources. */
  readonly signal: AbortSignal;
};

export type AnswerPart =
  | { readonly type: 'text'; readonly text: string }
  /** A piece of the model's reasoning: no part of the answer. */
  | { readonly type: 'reasoning'; readonly text: string }
  /** All text of this call so far was reasoning, and comes again as that: it is to be dropped from the answer. */
  | { readonly type: 'unsaid' }
  /** The sources of the answer; a later list replaces an earlier one. */
  | { readonly type: 'citations'; readonly citations: Citation[] }
  /** A request for a tool call; the model continues when asked again with the result. */
  | { readonly type: 'call'; readonly call: AskedCall }
  | Usage;

/**
 * The usage of one call of a provider. It also comes if the call failed or was aborted, as the provider may charge for
 * it.
 */
export type Usage = {
  readonly type: 'usage';
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** The tokens of the input that the provider had kept from an earlier call, and those it keeps for later ones. */
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /**
   * True if the provider reported nothing or not to the end, so that the count is an estimate of what was sent and
   * received.
   */
  readonly isEstimated: boolean;
};

/** A model that answers for a bot. `answer` throws a ModelFailure, or the signal's reason if it was aborted. */
export type LanguageModel = AnsweringModel & {
  /** The reasoning efforts that it may be asked for; none by default. */
  readonly reasoning_efforts?: readonly ReasoningEffort[];
  answer(question: Question): AsyncIterable<AnswerPart>;
};

export type ModelErrorCode = Extract<ErrorCode, `model_${string}`>;

type ModelFailureDetails = { cause?: unknown; retry?: ModelFailure['retry']; said?: ProviderWords | null };

/** Thrown if a model gave no answer, or only a part of one. */
export class ModelFailure extends Error {
  readonly code: ModelErrorCode;
  /** The retry: set if the same request may succeed later; in how many milliseconds, if the provider says so. */
  readonly retry: { readonly afterMs: number | null } | null;
  /** The provider's own words; null if it said nothing. */
  readonly said: ProviderWords | null;

  constructor(code: ModelErrorCode, message: string, { cause, retry = null, said = null }: ModelFailureDetails = {}) {
    super(message, { cause });
    this.name = 'ModelFailure';
    this.code = code;
    this.retry = retry;
    this.said = said;
  }
}
