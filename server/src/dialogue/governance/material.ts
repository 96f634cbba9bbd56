import { setImmediate as others } from 'node:timers/promises';
import type { AppliedRule } from '@parlance/shared/contract/api/runs/runs';
import type { Question } from '../../platform/language-models/language-model.ts';
import { decodeAddress } from '../tools/named-addresses.ts';
import { appliedRules } from './applied-rules.ts';
import { type RuleFinding, Guard } from './engine/guard.ts';
import { type Checker, materialChecker } from './engine/rule-set.ts';

/** UTF-16 code units that are checked in a row: then others of this process have their turn. */
const atOnce = 50_000;

/**
 * Checks what a model is given beside its prompt, and what its tools are sent and give back. What a rule does not let
 * through is masked: there is nobody to warn, to ask or to stop.
 */
export class Material {
  readonly #prompt: Checker | null;
  readonly #answer: Checker | null;
  readonly #found = new Map<string, RuleFinding>();
  #sinceOthers = 0;

  /** By the rules for prompts and by those for answers; null where none applies. */
  constructor({ prompt, answer }: { prompt: Checker | null; answer: Checker | null }) {
    this.#prompt = prompt === null ? null : materialChecker(prompt);
    this.#answer = answer === null ? null : materialChecker(answer);
  }

  /** What rules have found so far. */
  get found(): readonly RuleFinding[] {
    return [...this.#found.values()];
  }

  /** What the reader of the answer is told of that. */
  get appliedRules(): AppliedRule[] {
    const told = [this.#prompt, this.#answer].flatMap((checker) =>
      checker === null
        ? []
        : appliedRules(
            checker,
            this.found.filter(({ rule }) => checker.rules.includes(rule)),
          ),
    );
    return told.filter(
      (rule, at) => told.findIndex(({ name, action }) => name === rule.name && action === rule.action) === at,
    );
  }

  /**
   * A question with what may be in it: instructions and files. Its turns were checked when they were written, and some
   * of them allowed by people.
   */
  async inQuestion<Asked extends Omit<Question, 'signal'>>(question: Asked): Promise<Asked> {
    if (this.#prompt === null) return question;
    const files: NonNullable<Question['files']>[number][] = [];
    for (const file of question.files ?? [])
      files.push({ ...file, name: await this.#given(file.name), headings: await this.#allGiven(file.headings) });
    const sources = await this.inSources(question.sources);
    return {
      ...question,
      instructions: await this.#given(question.instructions),
      sources,
      ...(question.files === undefined ? {} : { files }),
    };
  }

  /** Passages of files that a model is given. */
  async inSources(sources: Question['sources']): Promise<Question['sources']> {
    if (this.#prompt === null) return sources;
    const given: Question['sources'][number][] = [];
    for (const source of sources) {
      const [passage = '', heading = '', file_name = ''] = await this.#allGiven([
        source.citation.passage,
        source.citation.heading,
        source.citation.file_name,
      ]);
      given.push({ ...source, citation: { ...source.citation, passage, heading, file_name } });
    }
    return given;
  }

  /** The arguments of a call, which leave the server: JSON as before, with masks in its texts. */
  inArguments(text: string): string {
    if (this.#answer === null) return text;
    try {
      return JSON.stringify(this.#inValue(JSON.parse(text === '' ? '{}' : text)));
    } catch {
      // A call whose arguments are no JSON is refused, and shown as it was asked for.
      return this.#masked(text, this.#answer);
    }
  }

  /** What a call gave back, or a person wrote beside a prompt: a model may read it, and people do. */
  inText(text: string): string {
    return this.#masked(this.#masked(text, this.#prompt), this.#answer);
  }

  #inValue(value: unknown): unknown {
    if (typeof value === 'string') return this.#inSent(value);
    if (typeof value === 'number') {
      const masked = this.#masked(String(value), this.#answer);
      return masked === String(value) ? value : masked;
    }
    if (Array.isArray(value)) return value.map((item) => this.#inValue(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.#inSent(key), this.#inValue(item)]));
  }

  /** A text that is sent: also as it is read where it arrives, because an address carries a space as `%20`. */
  #inSent(text: string): string {
    const before = this.#count;
    const seen = this.#masked(text, this.#answer);
    const arrives = decodeAddress(/^https?:/i.test(text) ? text.replaceAll('+', ' ') : text);
    if (this.#count > before || arrives === text) return seen;
    const masked = this.#masked(arrives, this.#answer);
    return masked === arrives ? text : masked;
  }

  get #count(): number {
    return this.found.reduce((sum, { count }) => sum + count, 0);
  }

  #masked(text: string, checker: Checker | null): string {
    if (checker === null || text === '') return text;
    const guard = new Guard(checker);
    const seen = guard.push(text) + guard.settle();
    for (const found of guard.found) {
      const known = this.#found.get(found.rule.id);
      if (known === undefined) this.#found.set(found.rule.id, { ...found });
      else known.count += found.count;
    }
    return seen;
  }

  async #given(text: string): Promise<string> {
    await this.#letOthers(text.length);
    return this.#masked(text, this.#prompt);
  }

  async #allGiven(texts: readonly string[]): Promise<string[]> {
    const checked: string[] = [];
    for (const text of texts) checked.push(await this.#given(text));
    return checked;
  }

  async #letOthers(length: number): Promise<void> {
    this.#sinceOthers += length;
    if (this.#sinceOthers < atOnce) return;
    this.#sinceOthers = 0;
    await others();
  }
}
