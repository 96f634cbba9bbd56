import { toolFunctionsAtMost } from '@parlance/shared/contract/api/tools';
import type { DescribedFunction, DescribedTool } from '../kinds/tool-source.ts';
import { documentBudget, inlinedParameters } from '../schema/inlined-parameters.ts';
import { isObject } from '../schema/json.ts';
import { LeftOutFunctions } from './left-out-functions.ts';

const descriptionMaxLength = 1_000;
const nameMaxLength = 200;

/** A function as somebody describes it, with unchecked parameters. */
export type RawFunction = Omit<DescribedFunction, 'parameters'> & { readonly parameters: unknown };

/** Returns functions with the parameters to store. Throws an UnusableDescription if none of them is usable. */
export function functionsOf(described: readonly RawFunction[]): DescribedTool {
  const budget = documentBudget(toolFunctionsAtMost);
  const found = new Map<string, DescribedFunction>();
  const leftOut = new LeftOutFunctions();
  for (const { parameters, ...more } of described) {
    if (found.has(more.name)) continue;
    if (found.size >= toolFunctionsAtMost) leftOut.add({ name: more.name, reason: 'too-many' });
    else
      leftOut.unless(more.name, () =>
        found.set(more.name, { ...more, parameters: inlinedParameters(parameters, budget) }),
      );
  }
  return leftOut.beside([...found.values()], null);
}

/** Returns the tools that an MCP server lists, a page per text. One without a name cannot be called. */
export function functionsOfServer(pages: readonly string[]): DescribedTool {
  const tools = pages.flatMap((page) => JSON.parse(page) as unknown[]); // the caller's own lists
  return functionsOf(
    tools.flatMap((tool): RawFunction[] => {
      if (
        !isObject(tool) ||
        typeof tool['name'] !== 'string' ||
        tool['name'] === '' ||
        tool['name'].length > nameMaxLength
      )
        return [];
      const description =
        typeof tool['description'] === 'string' ? tool['description'].slice(0, descriptionMaxLength) : '';
      // A server's claim to be harmless is not trusted: every function may change something.
      return [{ name: tool['name'], description, parameters: tool['inputSchema'], effect: 'changes' }];
    }),
  );
}
