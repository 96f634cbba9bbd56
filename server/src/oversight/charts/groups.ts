import { smallestGroup } from '@parlance/shared/contract/api/charts/charts';

/** People who are in the same teams and in no others. */
export type PeopleClass = { readonly teams: readonly string[]; readonly people: number };

/**
 * The teams whose figures may be shown. Taken together they divide the people of the organisation into classes, by who
 * is in which of them; each class has `smallestGroup` people or more, or none. Whatever is added to or taken from
 * whatever else, the figures of teams, of their differences and of everybody are sums over whole classes: never of
 * fewer people. Older teams come first, so that a new one takes none of them away.
 */
export function shownTeams(classes: readonly PeopleClass[], oldestFirst: readonly string[]): string[] {
  const shown: string[] = [];
  for (const team of oldestFirst) {
    const sizes = sizesOf(classes, new Set([...shown, team]));
    if (classes.some(({ teams }) => teams.includes(team)) && sizes.every((people) => people >= smallestGroup))
      shown.push(team);
  }
  return shown;
}

/** People of each class that these teams make. */
function sizesOf(classes: readonly PeopleClass[], among: ReadonlySet<string>): number[] {
  const sizes = new Map<string, number>();
  for (const { teams, people } of classes) {
    const key = teams
      .filter((team) => among.has(team))
      .toSorted()
      .join();
    sizes.set(key, (sizes.get(key) ?? 0) + people);
  }
  return [...sizes.values()];
}

/** In one class of people: how many asked which bot. `closed` are those who asked one that not everybody may ask. */
export type Askers = { readonly closed: number; readonly open: ReadonlyMap<string, number> };

/**
 * The bots whose figures may be shown one by one; all others are counted together. Bots that not everybody may ask are
 * never shown, and they would still be what everything less the shown ones leaves. Where fewer than `smallestGroup`
 * people of a class asked them, the least asked bot that as many people asked keeps them company.
 */
export function shownBots(openBots: readonly string[], classes: readonly Askers[]): string[] {
  const together = new Set<string>();
  for (const { closed, open } of classes) {
    if (closed === 0 || closed >= smallestGroup) continue;
    const asked = [...open]
      .filter(([, people]) => people > 0)
      .toSorted(([a, fewer], [b, more]) => fewer - more || a.localeCompare(b));
    const company = asked.filter(([, people]) => people >= smallestGroup).map(([bot]) => bot);
    if (company.some((bot) => together.has(bot))) continue;
    for (const bot of company.length > 0 ? company.slice(0, 1) : asked.map(([id]) => id)) together.add(bot);
  }
  return openBots.filter((bot) => !together.has(bot));
}
