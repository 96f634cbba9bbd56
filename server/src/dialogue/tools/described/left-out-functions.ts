import {
  type LeftOutFunction,
  functionNameMaxLength,
  leftOutFunctionsAtMost,
} from '@parlance/shared/contract/api/tools';
import type { DescribedFunction, DescribedTool } from '../kinds/tool-source.ts';
import { UnusableDescription } from '../schema/unusable-description.ts';

const pointerMaxLength = 300;

/** The unusable functions of a tool, by name; the rest is taken all the same. */
export class LeftOutFunctions {
  readonly #named: LeftOutFunction[] = [];
  #first: UnusableDescription | null = null;

  /** Returns the result of the work; undefined, and noted, if it is unusable. */
  unless<T>(name: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnusableDescription)) throw error;
      this.#first ??= error;
      this.add({ name, reason: error.fault, ...(error.at === undefined ? {} : { at: error.at }) });
      return undefined;
    }
  }

  add({ name, reason, at }: LeftOutFunction): void {
    if (this.#named.length >= leftOutFunctionsAtMost) return;
    this.#named.push({
      name: name.slice(0, functionNameMaxLength).toWellFormed(),
      reason,
      ...(at === undefined ? {} : { at: at.slice(0, pointerMaxLength).toWellFormed() }),
    });
  }

  /**
   * Returns the functions found, with those left out. Throws if there are none: the error of the first one left out, or
   * `nothing`.
   */
  beside(functions: readonly DescribedFunction[], nothing: UnusableDescription | null): DescribedTool {
    const why = this.#first ?? nothing;
    if (functions.length === 0 && why !== null) throw why;
    return { functions, leftOut: this.#named };
  }
}
