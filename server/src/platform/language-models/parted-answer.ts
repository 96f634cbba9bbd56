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
  #textLength = 0;
  #reasoningLength = 0;
  /** The pieces of the text as the model wrote it, with its tags. */
  readonly #written: string[] = [];
  #hasTags = false;

  /** Creates an empty one; `heard` is told of each piece of reasoning. */
  constructor(heard: (reasoning: string) => void) {
    this.#heard = heard;
  }

  /** The text of the answer so far. */
  get text(): string {
    return this.#tags.text;
  }

  /** The length of the text so far: cheap to read with each piece. */
  get textLength(): number {
    return this.#textLength;
  }

  /** True if the model has reasoned. */
  get hasReasoned(): boolean {
    return this.#reasoningLength > 0;
  }

  /** The text with the reasoning in it, as the model wrote it; undefined if there is none in it. */
  get written(): string | undefined {
    return this.#hasTags ? this.#written.join('') : undefined;
  }

  /** Takes a piece of text, and returns what is known of it. */
  say(text: string): readonly Part[] {
    this.#written.push(text);
    return this.#told(this.#tags.hear(text));
  }

  /** Takes a piece of reasoning from a field of its own. */
  reason(text: string): Part {
    this.#tags.reasonsElsewhere();
    return this.#reasoned(text);
  }

  /** Returns what was held back: nothing follows. */
  end(): readonly Part[] {
    return this.#told(this.#tags.end());
  }

  #told(pieces: readonly SaidPiece[]): readonly Part[] {
    for (const piece of pieces) {
      if (piece.type === 'text') this.#textLength += piece.text.length;
      else this.#hasTags = true;
      if (piece.type === 'unsaid') this.#textLength = 0;
      if (piece.type === 'reasoning') this.#reasoned(piece.text);
    }
    return pieces;
  }

  #reasoned(text: string): Part {
    this.#reasoningLength += text.length;
    if (this.#reasoningLength > reasoningMaxLength) throw new AnswerUnusable('The model reasoned without an end.');
    this.#heard(text);
    return { type: 'reasoning', text };
  }
}
