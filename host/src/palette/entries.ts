import type { Subject } from '@parlance/shared/contract/access/access';
import type { MenuSection } from '@parlance/shared/remote';
import type { PaletteEntry } from '@parlance/shared/remote/palette-source';
import { screenAt } from '@parlance/shared/remote/screen-at';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { menuFor } from '../remotes/known/menu.ts';
import { titleOf, type Screen } from '../remotes/known/registry.ts';

/** An entry of the palette, which leads somewhere or does something. */
export type Entry = {
  /** The id, unique in the whole palette; without blanks, for the line’s own id is derived from it. */
  readonly id: string;
  readonly title: string;
  /** A distinguishing note: its section, its bot, its purpose. The search covers it too. */
  readonly note?: string;
  /** An emoji, or the name of one of the shell's drawings. */
  readonly icon: { readonly emoji: string } | { readonly drawing: string };
  /** Further search words, which are not shown. */
  readonly alsoFoundBy?: string;
  /** True if shown only in a search. */
  readonly isOnlyFound?: boolean;
  /** The path it leads to, or its action; rejects with the reason in the text. */
  readonly does: string | (() => void | Promise<void>);
  readonly failureText?: string;
};

/** Entries of one kind below a heading. */
export type EntryGroup = {
  readonly id: string;
  readonly title: string;
  /** The number of entries shown without a search. */
  readonly shownAtFirst: number;
  readonly entries: readonly Entry[];
};

export type Reach = { readonly screens: readonly Screen[]; readonly subject: Subject | null };

/** Says whether a screen serves a path and the person may open it, by the rule of the guard and the menu. */
export function canOpen(path: string, { screens, subject }: Reach): boolean {
  const screen = screenAt(screens, path.split(/[?#]/, 1)[0] ?? path);
  return screen !== undefined && isOpenTo(screen.requires, subject);
}

/**
 * Returns the screens of this person's menu, and those without an entry in it that can be opened without further input.
 */
export function screenEntries(
  { screens, subject }: Reach,
  language: string,
  sectionTitle: (section: MenuSection) => string,
): readonly Entry[] {
  const inMenu = menuFor(screens, subject, language).flatMap(({ section, entries }) =>
    entries.map(({ path, title, icon }) => screenEntry({ path, title, icon, note: sectionTitle(section) })),
  );
  const beside = screens
    .filter(
      ({ menu, frame, path, requires }) =>
        menu === undefined && frame === 'shell' && !path.includes(':') && isOpenTo(requires, subject),
    )
    .map((screen) => screenEntry({ path: screen.path, title: titleOf(screen, language), icon: '' }));
  return [...inMenu, ...beside];
}

type ScreenOptions = { readonly path: string; readonly title: string; readonly icon: string; readonly note?: string };

export const screenEntry = ({ path, icon, ...shown }: ScreenOptions): Entry => ({
  id: `screen:${path}`,
  icon: { drawing: icon },
  does: path,
  ...shown,
});

/** Returns the entries of a remote that this person may open. `of` makes its ids unique. */
export const contributedEntries = (of: string, given: readonly PaletteEntry[], reach: Reach): readonly Entry[] =>
  given
    .filter(({ to }) => canOpen(to, reach))
    .map(({ id, to, ...shown }) => ({ ...shown, id: `${of}:${id}`, does: to }));
