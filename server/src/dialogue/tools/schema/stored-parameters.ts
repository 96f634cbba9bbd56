import type { DescribedFunction } from '../kinds/tool-source.ts';
import { type DocumentBudget, inlinedParameters } from './inlined-parameters.ts';
import type { JsonObject } from './json.ts';
import { UnusableDescription } from './unusable-description.ts';

/** The budget for parameters stored by an earlier release, which kept no patterns: some hundredths of a second. */
const storedBudget = (): DocumentBudget => ({ nodes: 20_000, characters: 500_000, steps: 0, functions: 0 });

/** Functions as they are told to a model. What an earlier release has stored may hold references still. */
export function functionsWithoutReferences<F extends DescribedFunction>(functions: readonly F[]): F[] {
  const budget = storedBudget();
  return functions.map((described) =>
    holdsReference(described.parameters)
      ? { ...described, parameters: withoutReferences(described.parameters, budget) }
      : described,
  );
}

const holdsReference = (parameters: JsonObject): boolean =>
  /"\$(?:ref|dynamicRef|recursiveRef)":"/.test(JSON.stringify(parameters));

/**
 * Returns parameters without references. If that is impossible, any object: arguments are validated before the call.
 */
function withoutReferences(parameters: JsonObject, budget: DocumentBudget): JsonObject {
  try {
    return inlinedParameters(parameters, budget);
  } catch (error) {
    if (error instanceof UnusableDescription) return { type: 'object', properties: {} };
    throw error;
  }
}
