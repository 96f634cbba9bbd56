import { registryEntry } from './registry.ts';

/** A parsed line of a registry, or its fault. */
type Reading = ReturnType<typeof registryEntry.safeParse>;

const known = new WeakMap<readonly unknown[], readonly Reading[]>();

/** Parses the lines of a registry, the same ones once: validation takes ten times as long as parsing the JSON. */
export function readRegistryLines(lines: readonly unknown[]): readonly Reading[] {
  const before = known.get(lines);
  if (before !== undefined) return before;
  const readings = lines.map((line) => registryEntry.safeParse(line));
  known.set(lines, readings);
  return readings;
}
