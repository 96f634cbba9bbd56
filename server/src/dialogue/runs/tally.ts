import type { Account, Call } from '../../money/ledger/ledger.ts';
import type { AllowedModel } from '../../platform/language-models/allowed-model.ts';
import type { CatalogModel } from '../../platform/language-models/catalog.ts';
import type { RuleFinding } from '../governance/engine/guard.ts';

type Finding = { readonly found: readonly RuleFinding[] };
/** The records of a run before it waited for its person. */
type Before = {
  readonly entered: number;
  readonly first_ms: number | null;
  readonly input_tokens: number | null;
  readonly output_tokens: number | null;
};
const none: Before = { entered: 0, first_ms: null, input_tokens: null, output_tokens: null };

/** Records a run beside its text: the model, the time to the first word, and the usage. */
export class Tally {
  readonly account: Account;
  /** The model that was to answer. */
  readonly wanted: AllowedModel;
  readonly #begun = performance.now();
  readonly #calls: Call[] = [];
  #model: CatalogModel;
  #firstMs: number | null = null;
  /** The time to the first word when the present call of the model began. */
  #firstMsBefore: number | null = null;
  readonly #before: Before;
  #guard: Finding | null = null;
  #material: Finding | null = null;

  constructor(account: Account, wanted: AllowedModel, before: Before = none) {
    this.account = account;
    this.wanted = wanted;
    this.#before = before;
    this.#firstMs = before.first_ms;
    this.#model = wanted;
  }

  get calls(): readonly Call[] {
    return this.#calls;
  }

  /** The number of calls that are in the ledger already. */
  get entered(): number {
    return this.#before.entered;
  }

  /** The findings of rules in the answer, and in the material beside its prompt. */
  get found(): { readonly answer: readonly RuleFinding[]; readonly material: readonly RuleFinding[] } {
    return { answer: this.#guard?.found ?? [], material: this.#material?.found ?? [] };
  }

  checkedBy(guard: Finding | null, material: Finding | null): void {
    this.#guard = guard;
    this.#material = material;
  }

  answering(model: CatalogModel): void {
    this.#model = model;
    this.#firstMsBefore = this.#firstMs;
  }

  /** Notes that nothing of the present call was a piece of the answer. */
  unsaid(): void {
    this.#firstMs = this.#firstMsBefore;
  }

  /** Notes a piece of the answer: the first one sets the time. */
  heard(): void {
    this.#firstMs ??= Math.round(performance.now() - this.#begun);
  }

  add(call: Call): void {
    this.#calls.push(call);
  }

  /** Returns the columns of `runs`. Tokens are those the provider counted: unknown if one call was only estimated. */
  columns() {
    const { entered, input_tokens: inputBefore, output_tokens: outputBefore } = this.#before;
    const isCounted = this.#calls.length + entered > 0 && this.#calls.every(({ isEstimated }) => !isEstimated);
    const sum = (of: (call: Call) => number, before: number | null) =>
      isCounted && (entered === 0 || before !== null)
        ? this.#calls.reduce((total, call) => total + of(call), before ?? 0)
        : null;
    return {
      model_id: this.#model.id,
      model_name: this.#model.model.name,
      instead_of: this.#model === this.wanted ? null : this.wanted.model.name,
      first_ms: this.#firstMs,
      input_tokens: sum(({ inputTokens }) => inputTokens, inputBefore),
      output_tokens: sum(({ outputTokens }) => outputTokens, outputBefore),
    };
  }
}
