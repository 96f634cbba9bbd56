import { AnswerUnusable } from './answer-unusable.ts';
import type { AnswerPart } from './language-model.ts';
import { ReasoningTags, type SaidPiece } from './reasoning-tags.ts';

/** The length at which a model that never stops reasoning is given up. */
const reasoningMaxLength = 1_000_000;

type Part = Extract<AnswerPart, { type: 'text' | 'reasoning' | 'unsaid' }>;

/** One answer of a model, parted into its text and its reasoning, which comes in fields or within the text. */
export class PartedAnswer {
  readonly #tags = new ReasoningTags();
  readonly #heard: (reasoning: string) => void;
  #text = '';
  #reasoningLength = 0;
  /** The text as the model wrote it, with its tags. */
  #written = '';
  #hasTags = false;

  /** Creates an empty one; `heard` is told of each piece of reasoning. */
  constructor(heard: (reasoning: string) => void) {
    this.#heard = heard;
  }

  /** The text of the answer so far. */
  get text(): string {
    return this.#text;
  }

  /** True if the model has reasoned. */
  get hasReasoned(): boolean {
    return this.#reasoningLength > 0;
  }

  /** The text with the reasoning in it, as the model wrote it; undefined if there is none in it. */
  get written(): string | undefined {
    return this.#hasTags ? this.#written : undefined;
  }

  /** Takes a piece of text. */
  *say(text: string): Generator<Part> {
    if (text === '') return;
    this.#written += text;
    yield* this.#told(this.#tags.hear(text));
  }

  /** Takes a piece of reasoning from a field of its own. */
  *reason(text: string): Generator<Part> {
    if (text === '') return;
    this.#tags.reasonsElsewhere();
    yield this.#reasoned(text);
  }

  /** Gives out what was held back: nothing follows. */
  *end(): Generator<Part> {
    yield* this.#told(this.#tags.end());
  }

  *#told(pieces: readonly SaidPiece[]): Generator<Part> {
    for (const piece of pieces) {
      if (piece.type === 'text') this.#text += piece.text;
      else this.#hasTags = true;
      if (piece.type === 'unsaid') this.#text = '';
      yield piece.type === 'reasoning' ? this.#reasoned(piece.text) : piece;
    }
  }

  #reasoned(text: string): Part {
    this.#reasoningLength += text.length;
    if (this.#reasoningLength > reasoningMaxLength) throw new AnswerUnusable('The model reasoned without an end.');
    this.#heard(text);
    return { type: 'reasoning', text };
  }
}
