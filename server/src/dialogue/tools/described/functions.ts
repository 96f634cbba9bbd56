import { functionNameMaxLength, toolFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import type { DescribedFunction, DescribedTool } from '../kinds/tool-source.ts';
import { documentBudget, inlinedParameters } from '../schema/inlined-parameters.ts';
import { isObject } from '../schema/json.ts';
import { LeftOutFunctions } from './left-out-functions.ts';

const descriptionMaxLength = 1_000;

/** A function as somebody describes it, with unchecked parameters. */
export type RawFunction = Omit<DescribedFunction, 'parameters'> & { readonly parameters: unknown };

/** Returns functions with the parameters to store. Throws an UnusableDescription if none of them is usable. */
export function functionsOf(described: readonly RawFunction[]): DescribedTool {
  const budget = documentBudget(toolFunctionsAtMost);
  const found = new Map<string, DescribedFunction>();
  const leftOut = new LeftOutFunctions();
  for (const [at, { parameters, ...more }] of described.entries()) {
    const { name } = more;
    if (name === '' || name.length > functionNameMaxLength) leftOut.add({ name: `#${at + 1}`, reason: 'no-name' });
    else if (found.has(name)) leftOut.add({ name, reason: 'same-name' });
    else if (found.size >= toolFunctionsAtMost) leftOut.add({ name, reason: 'too-many' });
    else leftOut.unless(name, () => found.set(name, { ...more, parameters: inlinedParameters(parameters, budget) }));
  }
  return leftOut.beside([...found.values()], null);
}

/** Returns the tools that an MCP server lists, a page per text. */
export function functionsOfServer(pages: readonly string[]): DescribedTool {
  const tools = pages.flatMap((page) => JSON.parse(page) as unknown[]); // the caller's own lists
  return functionsOf(
    tools.map((tool): RawFunction => {
      const { name, description, inputSchema } = isObject(tool) ? tool : {};
      return {
        name: typeof name === 'string' ? name : '',
        description: typeof description === 'string' ? description.slice(0, descriptionMaxLength) : '',
        parameters: inputSchema,
        // A server's claim to be harmless is not trusted: every function may change something.
        effect: 'changes',
      };
    }),
  );
}
