import { dialectOf, type Dialect } from './current-dialect.ts';
import { type Budget, type Fullness, Inliner, OverBudget } from './inlining.ts';
import { isObject, type JsonObject } from './json.ts';
import { References, ownBase } from './references.ts';
import { UnusableDescription } from './unusable-description.ts';

/** The limits of one function, in schemas and in JSON characters: a model reads all of them, with every question. */
export const functionNodesAtMost = 2_500;
export const functionCharactersAtMost = 40_000;
/** The limit of steps in its compiled patterns, which take a tenth of a second. */
const functionStepsAtMost = 50_000;
/** The work and the size allowed for one document: all its functions together. */
export const documentNodesAtMost = 1_500_000;
const documentCharactersAtMost = 2_000_000;
/** The share reserved for each function of a document, however large those before it are. */
const reservedNodes = 2_500;
const reservedCharacters = 4_000;

/**
 * The levels of detail, from everything to the minimum: that a function is called with these parameters, of these
 * types.
 */
const fullnesses: readonly Fullness[] = [
  { recursions: 2, depth: 40, wordsDepth: 40, data: Infinity },
  { recursions: 0, depth: 40, wordsDepth: 40, data: Infinity },
  { recursions: 0, depth: 40, wordsDepth: 3, data: 2_000 },
  { recursions: 0, depth: 8, wordsDepth: 3, data: 1_000 },
  { recursions: 0, depth: 5, wordsDepth: 2, data: 500 },
  { recursions: 0, depth: 3, wordsDepth: 1, data: 200 },
  { recursions: 0, depth: 2, wordsDepth: 1, data: 100 },
  { recursions: 0, depth: 1, wordsDepth: 0, data: 0 },
  { recursions: 0, depth: 0, wordsDepth: 0, data: 0 },
];

/** The remaining budget of a document; `functions` are those still to come, and `steps` are for each of them. */
export type DocumentBudget = Budget & { functions: number };
export const documentBudget = (functions: number): DocumentBudget => ({
  nodes: documentNodesAtMost,
  characters: documentCharactersAtMost,
  steps: functionStepsAtMost,
  functions,
});

/** The context in which references of schemas are resolved, beyond the schema itself. */
export type Within = { readonly references: References; readonly dialect: Dialect };

/**
 * Inlines the parameters of a function, from any source, into JSON Schema 2020-12 of an object without references.
 * Recursive parts are expanded a few times, and oversized ones cut in depth: the result accepts more than described,
 * and never less. Throws an UnusableDescription if it is no schema of an object, or too large whatever is cut.
 */
export function inlinedParameters(
  described: unknown,
  budget: DocumentBudget = documentBudget(1),
  within?: Within,
): JsonObject {
  const schema = described === undefined || described === null || described === true ? {} : described;
  if (!isObject(schema))
    throw new UnusableDescription('schema', 'What describes the parameters is no schema of an object.');
  const { references, dialect } = within ?? ofItself(schema);
  budget.functions = Math.max(0, budget.functions - 1);
  const most = Math.min(functionCharactersAtMost, budget.characters - budget.functions * reservedCharacters);
  for (const fullness of fullnesses) {
    // If earlier functions have used up the common budget, only the minimum is tried.
    if (budget.nodes < (budget.functions + 1) * reservedNodes && fullness.depth > 1) continue;
    const left: Budget = { nodes: functionNodesAtMost, characters: most, steps: budget.steps };
    try {
      const parameters = ofObject(new Inliner(references, dialect, fullness, left).inlined(schema, ownBase));
      const characters = JSON.stringify(parameters).length;
      if (characters > most) continue;
      budget.characters -= characters;
      return parameters;
    } catch (error) {
      if (!(error instanceof OverBudget)) throw error;
    } finally {
      budget.nodes -= functionNodesAtMost - Math.max(0, left.nodes);
    }
  }
  throw new UnusableDescription('too-large', 'What describes the parameters is too large, whatever is cut.');
}

/** Functions are called with an object. Whoever leaves that out means it. */
function ofObject(schema: JsonObject | boolean): JsonObject {
  const whole = schema === true ? {} : schema;
  if (whole === false || (whole['type'] !== undefined && ![whole['type']].flat().includes('object')))
    throw new UnusableDescription('schema', 'What describes the parameters is no schema of an object.');
  return { ...(whole['properties'] === undefined ? { properties: {} } : {}), ...whole, type: 'object' };
}

function ofItself(schema: JsonObject): Within {
  const dialect = dialectOf(schema);
  return { references: new References(schema, [schema], dialect), dialect };
}
