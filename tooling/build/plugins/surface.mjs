/** Stands for every name: where webpack cannot tell which ones a module has, or which ones are taken. */
const every = '*';

const namesOf = (exports) => (exports === true ? [every] : [...(exports || [])].sort());

/**
 * What a host offers to remotes of the given share keys: their versions, and the names that each module exports. Of a
 * module whose names cannot be told there is `*`.
 */
export function offeredSurface(compilation, shared) {
  const modules = {};
  for (const module of compilation.modules) {
    if (module.type !== 'provide-module') continue;
    const key = keyOf(module);
    if (shared[key] === undefined) continue;
    const [dependency] = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
    const provided = compilation.moduleGraph.getModule(dependency);
    modules[key] = {
      version: shared[key].version,
      names: namesOf(provided && compilation.moduleGraph.getExportsInfo(provided).getProvidedExports()),
    };
  }
  return inOrder(modules);
}

/**
 * What a remote takes of the page without a copy of its own: the versions it was built against, and the names it uses.
 */
export function takenSurface(compilation, shared) {
  const modules = {};
  for (const module of compilation.modules) {
    const key = module.type === 'consume-shared-module' ? module.options.shareKey : undefined;
    if (shared[key]?.import !== false) continue;
    modules[key] = { version: shared[key].version, names: usedNames(compilation.moduleGraph, module) };
  }
  return inOrder(modules);
}

/** By who imports it: webpack keeps no usage of a module whose code it does not have. */
function usedNames(moduleGraph, module) {
  const names = new Set();
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    if (!connection.isActive(undefined)) continue;
    for (const reference of connection.dependency?.getReferencedExports(moduleGraph, undefined) ?? []) {
      const [name = every] = Array.isArray(reference) ? reference : reference.name;
      names.add(name);
    }
  }
  return namesOf(names);
}

export const keyOf = (module) => module.readableIdentifier({ shorten: (it) => it }).match(/\) (\S+)@/)?.[1];

const inOrder = (modules) =>
  Object.fromEntries(Object.entries(modules).sort(([one], [other]) => (one < other ? -1 : 1)));
