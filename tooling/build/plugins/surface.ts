import type { Compilation, Module, ModuleGraph } from 'webpack';
import type { SharedModules } from '../shared-modules.ts';

/** What is offered or taken of each module: its version, and the names. */
export type Surface = Record<string, { readonly version: string; readonly names: readonly string[] }>;

/** A module of the federation plugin that takes a shared module from the page. */
export type ConsumedModule = Module & { readonly options: { readonly shareKey: string } };

export const isConsumed = (module: Module): module is ConsumedModule => module.type === 'consume-shared-module';

/** Stands for every name: where webpack cannot tell which ones a module has, or which ones are taken. */
const every = '*';

const namesOf = (exports: true | Iterable<string> | null | undefined): readonly string[] =>
  exports === true ? [every] : [...(exports ?? [])].sort();

/**
 * What a host offers to remotes of the given share keys: their versions, and the names that each module exports. Of a
 * module whose names cannot be told there is `*`.
 */
export function offeredSurface(compilation: Compilation, shared: SharedModules): Surface {
  const modules: Surface = {};
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module') continue;
    const key = keyOf(module);
    const offered = key === undefined ? undefined : shared[key];
    if (key === undefined || offered === undefined) continue;
    const [dependency] = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
    const provided = dependency && compilation.moduleGraph.getModule(dependency);
    modules[key] = {
      version: offered.version,
      names: namesOf(provided && compilation.moduleGraph.getExportsInfo(provided).getProvidedExports()),
    };
  }
  return inOrder(modules);
}

/**
 * What a remote takes of the page without a copy of its own: the versions it was built against, and the names it uses.
 */
export function takenSurface(compilation: Compilation, shared: SharedModules): Surface {
  const modules: Surface = {};
  for (const module of compilation.modules) {
    if (!isConsumed(module)) continue;
    const key = module.options.shareKey;
    const taken = shared[key];
    if (taken?.import !== false) continue;
    modules[key] = { version: taken.version, names: usedNames(compilation.moduleGraph, module) };
  }
  return inOrder(modules);
}

/** By who imports it: webpack keeps no usage of a module whose code it does not have. */
function usedNames(moduleGraph: ModuleGraph, module: Module): readonly string[] {
  const names = new Set<string>();
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    if (!connection.isActive(undefined)) continue;
    for (const reference of connection.dependency?.getReferencedExports(moduleGraph, undefined) ?? []) {
      const [name = every] = Array.isArray(reference) ? reference : reference.name;
      names.add(name);
    }
  }
  return namesOf(names);
}

/** Gives names as they are. */
const whole = { shorten: <T>(name: T) => name, contextify: <T>(name: T) => name };
/** The share key of a module that the federation plugin provides. */
export const keyOf = (module: Module): string | undefined => /\) (\S+)@/.exec(module.readableIdentifier(whole))?.[1];

const inOrder = (modules: Surface): Surface =>
  Object.fromEntries(Object.entries(modules).sort(([one], [other]) => (one < other ? -1 : 1)));
