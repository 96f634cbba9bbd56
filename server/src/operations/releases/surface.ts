import * as z from 'zod/mini';

/**
 * Share key → its version, and the names of its exports; `*` where a build cannot tell them
 * (tooling/build/plugins/surface.mjs).
 */
export const surface = z.record(
  z.string(),
  z.object({ version: z.string().check(z.regex(/^\d+\.\d+\.\d+/)), names: z.array(z.string()) }),
);
export type Surface = z.infer<typeof surface>;

const every = '*';

/**
 * Returns why a remote that takes `taken` cannot run in a host that offers `offered`, one sentence for each reason. A
 * module in the host may be newer within a caret range: a shared one is never loaded in two versions.
 */
export function surfaceFaults(taken: Surface, offered: Surface): string[] {
  return Object.entries(taken).flatMap(([module, { version, names }]) => {
    const there = offered[module];
    if (there === undefined) return [`it takes ${module}, which this host does not have`];
    const missing = there.names.includes(every)
      ? []
      : names.filter((name) => name !== every && !there.names.includes(name));
    return [
      ...(isServedBy(version, there.version)
        ? []
        : [`it was built for ${module} ${version}, and this host has ${there.version}`]),
      ...(missing.length === 0 ? [] : [`it takes ${missing.join(', ')} of ${module}, which this host does not have`]),
    ];
  });
}

/** True if the present version is the wanted one, or a later one with the same promise: the meaning of `^wanted`. */
function isServedBy(wanted: string, there: string): boolean {
  // both are mapped from a pair
  const [wants, has] = [wanted, there].map((version) => version.split(/[.+-]/, 3).map(Number)) as [number[], number[]];
  const promise = wants.findIndex((part) => part !== 0);
  const [before, from] = [wants, has].map((parts) => parts.slice(0, promise + 1).join('.'));
  if (before !== from) return false;
  const at = wants.findIndex((part, index) => part !== has[index]);
  return at === -1 || (has[at] ?? 0) > (wants[at] ?? 0);
}
