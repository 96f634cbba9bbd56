import { ProviderRefusal } from './chat-request.ts';
import { messageIn } from './provider-words.ts';
import type { Exchange, ResultPictures } from './tool-calling.ts';

type Fields = Readonly<Record<string, unknown>>;

/** In whose name a model takes its instructions: `user`, if it knows neither of the others. */
type InstructionsRole = 'system' | 'developer' | 'user';

/** How a model wants to be told, and what it wants to find with its own earlier calls. */
export type ModelNeeds = {
  readonly instructionsRole: InstructionsRole;
  /** False if it refuses fields that came with its messages. */
  readonly takesMessageFields: boolean;
  /** True if each of its messages that led to calls needs a field for reasoning, even an empty one. */
  readonly needsReasoning: boolean;
  /** True if its calls need a signature. */
  readonly needsSignature: boolean;
  readonly resultPictures: ResultPictures;
};

const usual: ModelNeeds = {
  instructionsRole: 'system',
  takesMessageFields: true,
  needsReasoning: false,
  needsSignature: false,
  resultPictures: 'behind',
};

const refusesRole =
  /\b(system|developer)\b.{0,40}\b(not|n't|un)\s?(be )?(supported|allowed|accepted)|does(n't| not) support ['"`]?(system|developer)|unexpected role|roles must alternate|unsupported role/i;

const isOfFields = /reasoning|thinking|extra_content/;
const isUnwanted =
  /unsupported|not (supported|permitted|allowed|expected)|unexpected|unknown|unrecogni[sz]ed|additional|forbidden|extra (inputs|fields)/i;
const wantsReasoning =
  /reasoning_content\b.*\b(must|missing|required|needed|pass)|\b(must|missing|requires?)\b.*\breasoning_content/is;
const wantsSignature =
  /(missing|requires?|without|lacks?)\b.*\bthought_?signature|thought_?signature.*\b(missing|required)/is;

/** The refusal of a person's message behind a result. */
const refusesBehind =
  /\brole ['"`]?user['"`]? (may not |can(not|'t) )?(come |follow )?(directly )?after (role )?['"`]?tool/i;

/** The needs of one model, as its refusals have told them; remembered until the process ends. */
export class LearnedNeeds {
  #known = usual;

  attempt(): NeedsAttempt {
    return new NeedsAttempt(this.#known, (needs) => {
      this.#known = needs;
    });
  }
}

/** One request, repeated until its model takes what goes back to it. */
class NeedsAttempt {
  #needs: ModelNeeds;
  #hasLearned = false;
  readonly #remember: (needs: ModelNeeds) => void;

  constructor(known: ModelNeeds, remember: (needs: ModelNeeds) => void) {
    this.#needs = known;
    this.#remember = remember;
  }

  get needs(): ModelNeeds {
    return this.#needs;
  }

  /**
   * Learns from a refusal; true if the next request differs. Each of the needs changes in one direction, so it
   * terminates.
   */
  learn(error: unknown): boolean {
    if (!(error instanceof ProviderRefusal) || (error.statusCode !== 400 && error.statusCode !== 422)) return false;
    const words = messageIn(error.responseBody);
    const { instructionsRole, takesMessageFields, needsReasoning, needsSignature, resultPictures } = this.#needs;
    const isBehind = refusesBehind.test(words);
    const next = {
      instructionsRole: refusesRole.test(words) && !isBehind ? nextRole(instructionsRole, words) : instructionsRole,
      takesMessageFields: takesMessageFields && !(isOfFields.test(words) && isUnwanted.test(words)),
      needsReasoning: needsReasoning || wantsReasoning.test(words),
      needsSignature: needsSignature || wantsSignature.test(words),
      resultPictures: isBehind ? ('in-result' as const) : resultPictures,
    };
    const isNew =
      next.instructionsRole !== instructionsRole ||
      next.takesMessageFields !== takesMessageFields ||
      next.needsReasoning !== needsReasoning ||
      next.needsSignature !== needsSignature ||
      next.resultPictures !== resultPictures;
    this.#needs = next;
    this.#hasLearned ||= isNew;
    return isNew;
  }

  /** Records that the model took the request: a refusal may repeat words of the question, and is no proof. */
  isTaken(): void {
    if (this.#hasLearned) this.#remember(this.#needs);
  }
}

/** Returns the role to try next: newer models of OpenAI know another name, and some know none at all. */
const nextRole = (refused: InstructionsRole, words: string): InstructionsRole =>
  refused === 'system' && /messages?\[\d+\]|developer/.test(words) ? 'developer' : 'user';

/**
 * In place of the signature of a call that another model has requested, or whose own is kept no more: Gemini takes it
 * unchecked (https://ai.google.dev/gemini-api/docs/thought-signatures).
 */
const unchecked = { google: { thought_signature: 'skip_thought_signature_validator' } };

/** What goes back to a model with an exchange: fields of its message, and of each call. */
export type ReturnedExtras = { readonly message: Fields; readonly calls: readonly Fields[] };

/** Selects the extras of exchanges that go back to the model `from`: its own, as far as it needs and takes them. */
export class ExtrasReturn {
  readonly #from: string;
  readonly #needs: ModelNeeds;

  /** Creates the selection for a request with all of these exchanges. */
  constructor(from: string, needs: ModelNeeds, exchanges: readonly Exchange[]) {
    this.#from = from;
    // Who has sent reasoning as text once misses it elsewhere.
    const isUsed = exchanges.some(({ calls }) =>
      calls.some(({ extras }) => extras?.from === from && extras.message?.['reasoning_content'] !== undefined),
    );
    this.#needs = { ...needs, needsReasoning: needs.needsReasoning || (isUsed && needs.takesMessageFields) };
  }

  of({ calls }: Exchange): ReturnedExtras {
    const own = calls.map(({ extras }) => (extras?.from === this.#from ? extras : undefined));
    const message = this.#needs.takesMessageFields ? (own[0]?.message ?? {}) : {};
    return {
      message: { ...this.ofAnswer(), ...message },
      // Of calls that are requested together, only the first is signed.
      calls: own.map(
        (extras, at) => extras?.call ?? (this.#needs.needsSignature && at === 0 ? { extra_content: unchecked } : {}),
      ),
    };
  }

  /** Returns the fields of the message that answers after calls. */
  ofAnswer(): Fields {
    return this.#needs.needsReasoning ? { reasoning_content: '' } : {};
  }
}
