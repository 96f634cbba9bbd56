import { type LeftOutFunction, leftOutFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import type { DescribedFunction, DescribedTool } from '../kinds/tool-source.ts';
import { UnusableDescription } from '../schema/unusable-description.ts';

const nameMaxLength = 200;

/** What of a tool cannot be used, by its name: the rest of it is taken all the same. */
export class LeftOutFunctions {
  readonly #named: LeftOutFunction[] = [];
  #first: UnusableDescription | null = null;

  /** What the work gives; where it cannot be used it is left out, and undefined. */
  unless<T>(name: string, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof UnusableDescription)) throw error;
      this.#first ??= error;
      this.add({ name, reason: error.fault });
      return undefined;
    }
  }

  add({ name, reason }: LeftOutFunction): void {
    if (this.#named.length < leftOutFunctionsAtMost)
      this.#named.push({ name: name.slice(0, nameMaxLength).toWellFormed(), reason });
  }

  /**
   * What was found, with what was not. Throws why the first cannot be used where nothing can, or what is said where
   * nothing was there.
   */
  beside(functions: readonly DescribedFunction[], nothing: UnusableDescription | null): DescribedTool {
    const why = this.#first ?? nothing;
    if (functions.length === 0 && why !== null) throw why;
    return { functions, leftOut: this.#named };
  }
}
