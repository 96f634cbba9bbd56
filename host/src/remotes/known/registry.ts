import type { BuiltOutline, BuiltScreen, RegistryEntry } from '@parlance/shared/remote/registry';
import { readRegistryLines } from '@parlance/shared/remote/registry-lines';
import { readRequirement } from '@parlance/shared/remote/requirement';
import type { Requirement } from '@parlance/shared/contract/access/access';

/** A screen of a remote, in the shell's representation. */
export type Screen = {
  readonly remote: RegistryEntry;
  readonly id: string;
  readonly path: string;
  readonly children: readonly string[];
  /** Shared modules it takes from the page. */
  readonly shared: readonly string[];
  readonly titles: Readonly<Record<string, string>>;
  readonly menu: BuiltScreen['menu'];
  /** The requirement. `null` is one this version does not understand: denied. */
  readonly requires: 'public' | Requirement | null;
  readonly frame: 'shell' | 'page';
  readonly outline: BuiltOutline;
};

/** An address with a guard and without a screen. */
export type ReservedPath = { readonly path: string; readonly requires: Screen['requires'] };

export type Registry = {
  readonly remotes: readonly RegistryEntry[];
  readonly screens: readonly Screen[];
  readonly reserved: readonly ReservedPath[];
  /** The unusable parts and the reasons, one sentence each, for the console. */
  readonly faults: readonly string[];
};

/**
 * Says whether a base is below /remotes. One that leaves this origin is refused: the content security policy would do
 * so, and integrity alone does not say whose code it is.
 */
const standsBelowRemotes = (base: string) => /^\/remotes\/\w[\w-]*\/\w[\w.+-]*\/$/.test(base);

/**
 * Parses the registry of the page. An unreadable line costs that one remote; of two screens with the same path, or two
 * remotes of one name, the first wins.
 */
export function readRegistry(lines: readonly unknown[]): Registry {
  const faults: string[] = [];
  const remotes = new Map<string, RegistryEntry>();
  for (const [index, read] of readRegistryLines(lines).entries()) {
    if (!read.success)
      faults.push(`Line ${index + 1} of the registry cannot be read (${describe(read.error.issues)}).`);
    else if (!standsBelowRemotes(read.data.base))
      faults.push(
        `The remote “${read.data.remote.name}” stands at ${read.data.base}, which is not below /remotes/<name>/<version>/ of this origin.`,
      );
    else if (remotes.has(read.data.remote.name))
      faults.push(`The remote “${read.data.remote.name}” stands in the registry twice.`);
    else remotes.set(read.data.remote.name, read.data);
  }
  const screens = new Map<string, Screen>();
  for (const screen of [...remotes.values()].flatMap(screensOf)) {
    if (screens.has(screen.path))
      faults.push(`The path ${screen.path} of “${screen.remote.remote.name}” is already taken.`);
    else screens.set(screen.path, screen);
  }
  return {
    remotes: [...remotes.values()],
    screens: [...screens.values()],
    reserved: [...remotes.values()].flatMap(reservedBy).filter(({ path }) => !screens.has(path)),
    faults,
  };
}

/** Returns the reserved paths; a screen of another remote at the address takes precedence. */
const reservedBy = ({ remote }: RegistryEntry): ReservedPath[] =>
  remote.reserved.map(({ path, requires }) => ({ path, requires: readRequirement(requires) }));

function screensOf(entry: RegistryEntry): Screen[] {
  return entry.remote.screens.map((screen) => ({
    remote: entry,
    id: screen.id,
    path: screen.path,
    children: screen.children,
    shared: screen.shared,
    titles: screen.titles,
    menu: screen.menu,
    requires: readRequirement(screen.requires),
    frame: screen.frame === 'page' ? 'page' : 'shell',
    outline: screen.outline,
  }));
}

const describe = (issues: readonly { readonly path: PropertyKey[]; readonly message: string }[]) =>
  issues.map((issue) => `${issue.path.map(String).join('.')}: ${issue.message}`).join('; ');

/** Returns the title of a screen in a language, else in English, else its id: a menu entry is never empty. */
export const titleOf = (screen: Screen, language: string): string =>
  screen.titles[language] ?? screen.titles.en ?? screen.id;
