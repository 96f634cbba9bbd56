import type { Exports } from './exports.ts';

/** One name of a list: the version it is in since, and how it is written. */
export type Entry = { readonly since: string; readonly is: string };
/** The exports of the modules of a list, each `module#name`, and the version of the list, `major.minor`. */
export type List = { readonly version: string; readonly names: Readonly<Record<string, Entry>> };
/** What is different now, one sentence each, and the list that says so. */
export type Comparison = { readonly list: List; readonly added: readonly string[]; readonly broken: readonly string[] };

/**
 * Holds what the code gives against the list. What is added makes the next minor version; what is removed or written
 * otherwise makes the next major one, and so does a prop that must be given from now on.
 */
export function compare(list: List, modules: ReadonlyMap<string, Exports>): Comparison {
  const now = new Map(
    [...modules].flatMap(([module, names]) =>
      [...names].map(([name, is]): [string, string] => [`${module}#${name}`, is]),
    ),
  );
  const removed = Object.keys(list.names).filter((key) => !now.has(key));
  const changed = [...now].filter(([key, is]) => list.names[key] !== undefined && list.names[key].is !== is);
  const fresh = [...now].filter(([key]) => list.names[key] === undefined);
  const demanded = fresh.filter(([key, is]) => isDemanded(key, is, list));
  const added = fresh.filter((it) => !demanded.includes(it)).map(([key]) => `${key} is new`);
  const broken = [
    ...removed.map((key) => `${key} is gone`),
    ...changed.map(([key, is]) => `${key} was “${list.names[key]?.is ?? ''}” and is “${is}”`),
    ...demanded.map(([key]) => `${key} must be given from now on`),
  ];
  const isFirst = Object.keys(list.names).length === 0;
  const version = isFirst
    ? list.version
    : nextVersion(list.version, { isBroken: broken.length > 0, isMore: added.length > 0 });
  const since = (key: string, is: string) => (list.names[key]?.is === is ? list.names[key].since : version);
  const names = Object.fromEntries(
    [...now].sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, is]) => [key, { since: since(key, is), is }]),
  );
  return { list: { version, names }, added, broken };
}

/** A new prop of a component that was there before, and that may not be left out. */
function isDemanded(key: string, is: string, { names }: List): boolean {
  const [component] = key.split('.');
  return component !== undefined && component !== key && names[component]?.is === 'component' && !/^[^:(]*\?/.test(is);
}

function nextVersion(
  version: string,
  { isBroken, isMore }: { readonly isBroken: boolean; readonly isMore: boolean },
): string {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (isBroken) return `${major + 1}.0`;
  return isMore ? `${major}.${minor + 1}` : version;
}
