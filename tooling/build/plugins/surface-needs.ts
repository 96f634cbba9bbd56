import { readFileSync } from 'node:fs';
import type { Compilation, Dependency, ModuleGraph } from 'webpack';
import { isWithin, newest } from '../../../shared/src/remote/surface.ts';
import { isConsumed } from './surface.ts';

type SurfaceList = { readonly version: string; readonly names: Readonly<Record<string, { readonly since: string }>> };

const { surface: current } = JSON.parse(
  readFileSync(new URL('../../../shared/surface.json', import.meta.url), 'utf8'),
) as { readonly surface: SurfaceList }; // our own file
const modules = new Set(Object.keys(current.names).map((key) => key.split('#')[0]));

/**
 * The names of the surface that a build takes from the host, `module#name` → a file that does: what is in the program
 * in the end, whether its own code asks for it or code of `shared` that it carries. A library that is handed on whole
 * names nothing.
 */
export function takenFromHost({ modules: built, moduleGraph }: Compilation): Map<string, string> {
  const taken = new Map<string, string>();
  for (const module of built) {
    if (!isConsumed(module) || !modules.has(module.options.shareKey)) continue;
    for (const connection of moduleGraph.getIncomingConnections(module)) {
      const name = nameOf(connection.dependency, moduleGraph);
      if (name !== undefined && connection.isActive(undefined))
        taken.set(`${module.options.shareKey}#${name}`, connection.originModule?.nameForCondition() ?? 'the build');
    }
  }
  return taken;
}

/** That of an import: the names that lead from the module to what is taken. */
type ImportDependency = Dependency & { readonly getIds: (moduleGraph: ModuleGraph) => readonly string[] };
const isImport = (dependency: Dependency | null): dependency is ImportDependency =>
  dependency !== null && 'getIds' in dependency;

/** `import React from 'react'` gives the library whole, and `React.useId` of it one name. */
function nameOf(dependency: Dependency | null, moduleGraph: ModuleGraph): string | undefined {
  const [name, part] = isImport(dependency) ? dependency.getIds(moduleGraph) : [];
  return name === 'default' ? part : name;
}

/** What is wrong with a claim (`1.0`), one sentence for each name that a host of that surface does not have. */
export function claimFaults(claim: string, taken: ReadonlyMap<string, string>, surface = current): string[] {
  if (!isWithin(claim, surface.version))
    return [
      `it claims the surface ${claim}, and shared/surface.json is at ${surface.version}. Claim one that there is: \`surface\` in remote.ts.`,
    ];
  const faults: string[] = [];
  for (const [key, file] of taken) {
    const since = surface.names[key]?.since;
    if (since === undefined)
      faults.push(`${file} takes ${key}, which is not in shared/surface.json. Run \`npm run surface\`.`);
    else if (newest([since, claim]) !== claim) {
      faults.push(
        `${file} takes ${key}, which is in the surface since ${since}; remote.ts claims ${claim}. Claim ${since}, and ship the host before this remote.`,
      );
    }
  }
  return faults;
}
