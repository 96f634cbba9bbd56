import { registryEntry } from './registry.ts';

/** A line of a registry as it was read, or what is wrong with it. */
type Reading = ReturnType<typeof registryEntry.safeParse>;

const known = new WeakMap<readonly unknown[], readonly Reading[]>();

/** Reads the lines of a registry, the same ones once: checking them takes ten times as long as parsing them. */
export function readRegistryLines(lines: readonly unknown[]): readonly Reading[] {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const readings = lines.map((line) => registryEntry.safeParse(line));
  known.set(lines, readings);
  return readings;
}
